/** Opens the camera, chooses among several, and ends it. */
import { unlessAborted } from '../support/unless-aborted.ts';
import { CameraError, type CameraProblem, hasCameras } from './preflight.ts';
import { isInApp } from '../support/in-app.ts';

/** A camera as pages see it; the label is empty until the signer has allowed a camera. */
export interface CameraDevice {
  readonly deviceId: string;
  readonly label: string;
}

/** Infrared or depth cameras, which are for unlocking the device. */
const INFRARED = /\binfra\s?red\b|\bIR\b|windows hello|depth|\btof\b/i;
/** Software cameras, which can show anything. */
const VIRTUAL = /virtual|\bobs\b|manycam|snap camera|xsplit|droidcam|iriun|epoccam|ndi\b|mmhmm|camtwist/i;
const FRONT = /front|user|facetime|frontal|delantera|integrated|integrada|built-in/i;
const BACK = /back|rear|environment|traseir|trasera/i;

/** The cameras in the order in which they are offered: front ones first, infrared and virtual ones last. */
export function rankCameras(devices: readonly CameraDevice[]): CameraDevice[] {
  return devices.toSorted((a, b) => rankOf(a) - rankOf(b));
}

/** Should it be used only if there is no other camera? */
export function isLastResort({ label }: Pick<CameraDevice, 'label'>): boolean {
  return INFRARED.test(label) || VIRTUAL.test(label);
}

function rankOf(device: CameraDevice): number {
  if (INFRARED.test(device.label)) return 4;
  if (VIRTUAL.test(device.label)) return 3;
  if (BACK.test(device.label)) return 2;
  return FRONT.test(device.label) ? 0 : 1;
}

/** ms without an answer after which the signer gets help. */
const ANSWER_TIMEOUT_MS = 15_000;

/** Enough for the model, and supported by every camera; in pixels. */
const FACE_SIZE = { width: 640, height: 480 } as const;

interface CameraRequest {
  /** The camera that the signer chose; undefined: the best one. */
  readonly deviceId?: string | undefined;
  /** Which side of a phone. */
  readonly facing: 'user' | 'environment';
  /** The preferred size in pixels; the camera chooses the nearest. Default: enough for a face. */
  readonly size?: { readonly width: number; readonly height: number } | undefined;
  readonly signal: AbortSignal;
  /** Called after `answerTimeout` without an answer; a later answer is still used. */
  readonly unanswered?: (() => void) | undefined;
  /** ms. Default 15 s. */
  readonly answerTimeout?: number | undefined;
}

/**
 * Opens the camera. Stops a stream at once if it arrives after `signal` aborted.
 *
 * @throws CameraError; when `signal` aborts, its reason.
 */
export async function openCamera(request: CameraRequest): Promise<MediaStream> {
  const { signal, unanswered, answerTimeout = ANSWER_TIMEOUT_MS } = request;
  if (!hasCameras()) throw new CameraError('unsupported');
  signal.throwIfAborted();
  const timer = setTimeout(() => unanswered?.(), answerTimeout);
  try {
    const first = await streamOf(request);
    return await better(first, request);
  } finally {
    clearTimeout(timer);
  }
}

/** The available cameras, best first. Their names are known once a camera was allowed. */
export async function listCameras(): Promise<CameraDevice[]> {
  const devices = await navigator.mediaDevices.enumerateDevices();
  return rankCameras(devices.filter(({ kind }) => kind === 'videoinput'));
}

/** Stops the stream, which turns off the camera's light. */
function stopStream(stream: MediaStream): void {
  for (const track of stream.getTracks()) track.stop();
}

async function streamOf({ deviceId, facing, size = FACE_SIZE, signal }: CameraRequest): Promise<MediaStream> {
  const ideal = { width: { ideal: size.width }, height: { ideal: size.height } };
  const which =
    deviceId === undefined ? { facingMode: { ideal: facing } } : { deviceId: { exact: deviceId } };
  try {
    return await wanted(ask({ ...ideal, ...which }), signal);
  } catch (error) {
    signal.throwIfAborted();
    // The chosen camera is gone, or no camera meets the constraints: use any camera.
    if (nameOf(error) === 'OverconstrainedError') return tried(wanted(ask(true), signal), signal);
    throw await cameraError(error);
  }
}

async function tried(asking: Promise<MediaStream>, signal: AbortSignal): Promise<MediaStream> {
  try {
    return await asking;
  } catch (error) {
    signal.throwIfAborted();
    throw await cameraError(error);
  }
}

/** Replaces an infrared or virtual camera, which some devices offer first. Names are known only now. */
async function better(stream: MediaStream, request: CameraRequest): Promise<MediaStream> {
  const [track] = stream.getVideoTracks();
  if (request.deviceId !== undefined || track === undefined || !isLastResort(track)) return stream;
  const [best] = await listCameras().catch((): CameraDevice[] => []);
  if (request.signal.aborted) stopStream(stream);
  request.signal.throwIfAborted();
  if (best === undefined || isLastResort(best)) return stream;
  stopStream(stream);
  return streamOf({ ...request, deviceId: best.deviceId });
}

const ask = (video: MediaTrackConstraints | true): Promise<MediaStream> =>
  navigator.mediaDevices.getUserMedia({ video, audio: false });

/** The stream, or stops it if it arrives after the signal aborted. */
async function wanted(asking: Promise<MediaStream>, signal: AbortSignal): Promise<MediaStream> {
  try {
    return await unlessAborted(asking, signal);
  } finally {
    if (signal.aborted) void asking.then(stopStream, () => undefined);
  }
}

function nameOf(error: unknown): string {
  return error instanceof Error ? error.name : '';
}

async function cameraError(cause: unknown): Promise<CameraError> {
  return new CameraError(await problemOf(cause), { cause });
}

/** By the error's name (Media Capture and Streams, section 9.2); messages differ between browsers. */
async function problemOf(error: unknown): Promise<CameraProblem> {
  switch (nameOf(error)) {
    case 'NotFoundError':
    case 'OverconstrainedError':
      return 'noCamera';
    case 'NotReadableError':
    case 'AbortError':
      return 'inUse';
    case 'SecurityError':
      return 'policy';
    case 'NotAllowedError':
      return refusal();
    default:
      return isInApp(navigator.userAgent) ? 'inAppBrowser' : 'unsupported';
  }
}

/** A signer who closed the prompt can be asked again; one who refused can't. */
async function refusal(): Promise<CameraProblem> {
  if (isInApp(navigator.userAgent)) return 'inAppBrowser';
  return (await permission()) === 'prompt' ? 'dismissed' : 'denied';
}

async function permission(): Promise<PermissionState | undefined> {
  try {
    // Firefox before 132 does not know the name.
    return (await navigator.permissions.query({ name: 'camera' })).state;
  } catch {
    return undefined;
  }
}

/** Called when an open camera is turned off. */
interface CameraListener {
  /** What must be shown while it is on: pages keep routes and tabs in the document, and hide them. */
  readonly screen?: Element | undefined;
  /** The page or the screen was hidden, so the camera is off. */
  hidden(): void;
  /** The camera stopped by itself, for example because it was unplugged or a call came in. */
  lost(): void;
}

/** A camera that is on. It turns off for the first of several reasons, and reports which one. */
export class LiveCamera {
  readonly stream: MediaStream;
  readonly #watch = new AbortController();

  private constructor(stream: MediaStream, listener: CameraListener) {
    this.stream = stream;
    const { signal } = this.#watch;
    const hide = () => {
      this.stop();
      listener.hidden();
    };
    document.addEventListener('visibilitychange', () => document.hidden && hide(), { signal });
    addEventListener('pagehide', hide, { signal });
    for (const track of stream.getTracks()) {
      // A track that we stop ourselves fires no event.
      track.addEventListener(
        'ended',
        () => {
          this.stop();
          listener.lost();
        },
        { signal },
      );
    }
    const { screen } = listener;
    const isHidden = () => document.hidden || screen?.checkVisibility?.() === false;
    if (screen !== undefined) {
      // What is hidden has no size; it is called at once, too.
      const observer = new ResizeObserver(() => isHidden() && hide());
      observer.observe(screen);
      signal.addEventListener('abort', () => observer.disconnect());
    }
    // Either may have been hidden while the browser's prompt was open.
    if (isHidden()) hide();
  }

  /** Opens a camera. @throws CameraError; when the request's signal aborts, its reason. */
  static async open(request: CameraRequest, listener: CameraListener): Promise<LiveCamera> {
    const camera = new LiveCamera(await openCamera(request), listener);
    if (request.signal.aborted) camera.stop();
    request.signal.throwIfAborted();
    request.signal.addEventListener('abort', () => camera.stop(), {
      once: true,
      signal: camera.#watch.signal,
    });
    return camera;
  }

  get isOn(): boolean {
    return !this.#watch.signal.aborted;
  }

  /** The id of the camera in use, which differs by site. */
  get deviceId(): string | undefined {
    return this.stream.getVideoTracks()[0]?.getSettings().deviceId;
  }

  /** Turns it off. */
  stop(): void {
    this.#watch.abort();
    stopStream(this.stream);
  }
}

import { unlessAborted } from '../support/unless-aborted.ts';
import { isInApp } from './browser-family.ts';
import { CameraError, type CameraProblem } from './camera-problem.ts';
import { isLastResort, rankCameras, type CameraDevice } from './device-choice.ts';
import { hasCameras } from './preflight.ts';

/** ms without an answer after which the signer is told what may be wrong. */
const ANSWER_TIMEOUT_MS = 15_000;

/** Enough for the model, and what every camera has; in pixels. */
const FACE_SIZE = { width: 640, height: 480 } as const;

export interface CameraRequest {
  /** The camera that the signer chose; undefined: the best one. */
  readonly deviceId?: string | undefined;
  /** Which side of a phone. */
  readonly facing: 'user' | 'environment';
  /** Wanted, in pixels; the camera gives what it has. Default: enough for a face. */
  readonly size?: { readonly width: number; readonly height: number } | undefined;
  readonly signal: AbortSignal;
  /** Called when there was no answer for so long; an answer later on is still taken. */
  readonly unanswered?: (() => void) | undefined;
  /** ms. Default 15 s. */
  readonly answerTimeout?: number | undefined;
}

/**
 * Asks for the camera. A stream that comes when nobody wants it any more is stopped at once.
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

/** The cameras that can be chosen, best first. Their names are known once one was allowed. */
export async function listCameras(): Promise<CameraDevice[]> {
  const devices = await navigator.mediaDevices.enumerateDevices();
  return rankCameras(devices.filter(({ kind }) => kind === 'videoinput'));
}

/** Ends the stream: the camera's light goes out. */
export function stopStream(stream: MediaStream): void {
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
    // The chosen one is gone, or the device knows none of these words: any camera will do.
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

/** Some devices give an infrared or a virtual camera first; names are known only now. */
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

/** A stream may come when nobody waits any more. */
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

/** By the names of Media Capture and Streams, section 9.2; browsers word the rest as they like. */
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

/** Who closed the question can be asked again; who said no can't. */
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

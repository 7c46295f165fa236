import { unlessAborted } from '../support/unless-aborted.ts';
import { isInApp } from './browser-family.ts';
import { CameraError, type CameraProblem } from './camera-problem.ts';
import { isLastResort, rankCameras, type CameraDevice } from './device-choice.ts';
import { hasCameras } from './preflight.ts';

/** ms without an answer after which the signer gets help. */
const ANSWER_TIMEOUT_MS = 15_000;

/** Enough for the model, and supported by every camera; in pixels. */
const FACE_SIZE = { width: 640, height: 480 } as const;

export interface CameraRequest {
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

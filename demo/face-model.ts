import { createHash } from 'node:crypto';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { MODEL } from '../src/face/model-files.ts';

/** Where Google publishes it. */
const PUBLISHED =
  'https://storage.googleapis.com/mediapipe-models/face_landmarker/face_landmarker/float16/1/face_landmarker.task';

/** The model could not be had, or is another one. */
export class FaceModelError extends Error {
  override readonly name = 'FaceModelError';
}

/**
 * Puts the face landmarker's model into a folder, unless it is there: from its publisher, and only the very bytes
 * that the limits were measured with.
 *
 * @returns the file's path.
 * @throws FaceModelError
 */
export async function fetchFaceModel(folder: string, send: typeof fetch = fetch): Promise<string> {
  const file = path.join(folder, path.basename(MODEL.path));
  const kept = await readFile(file).catch(() => undefined);
  if (kept !== undefined && isModel(kept)) return file;
  const response = await send(PUBLISHED);
  if (!response.ok) throw new FaceModelError(`${PUBLISHED} answered ${response.status}.`);
  const bytes = Buffer.from(await response.arrayBuffer());
  if (!isModel(bytes)) throw new FaceModelError('What was published is not the model that was tested.');
  await mkdir(folder, { recursive: true });
  // Whoever looks meanwhile finds none rather than half of one.
  await writeFile(`${file}.part`, bytes);
  await rename(`${file}.part`, file);
  return file;
}

const isModel = (bytes: Buffer): boolean => createHash('sha256').update(bytes).digest('hex') === MODEL.sha256;

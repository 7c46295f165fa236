/** Films that Chromium shows as its camera's picture: `test/assets/camera`, and what its README says of them. */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { testAssets } from './repository.ts';

export const FILMS = path.join(testAssets, 'camera');

/** Chromium plays Motion JPEG at this rate, whatever it was made for. */
const FRAMES_A_SECOND = 30;

type Part = readonly [from: number, to: number];

/**
 * Films that are made of parts of `live-sequence.mjpeg`, in seconds. It repeats: its beginning comes again behind its
 * end. Each part begins and ends with a face at rest. The sequence itself has to be seen from its first movement on,
 * and a busy machine takes seconds to see its first face: so much longer is the rest at its beginning.
 */
const COMPOSED: Readonly<Record<string, readonly Part[]>> = {
  'live-sequence': [
    [0, 3.2],
    [0, 15.667],
  ],
  'live-neutral': [[0, 3.2]],
  'live-turn-left': [[2, 6.2]],
  'live-turn-right': [[5.9, 10.1]],
  'live-blink': [[9.3, 12.6]],
  'live-smile': [[12.1, 16.2]],
};

export interface CameraFilm {
  /** Absolute. */
  readonly file: string;
  /** Call it when the browser is closed. */
  remove: () => Promise<void>;
}

/**
 * A film as a file of its own.
 *
 * @param name such as `live-sequence`.
 * @param folder where another film of that name is.
 */
export async function cameraFilm(name: string, folder?: string): Promise<CameraFilm> {
  const parts = folder === undefined ? COMPOSED[name] : undefined;
  if (parts === undefined) {
    return { file: path.join(folder ?? FILMS, `${name}.mjpeg`), remove: async () => undefined };
  }
  const own = await mkdtemp(path.join(os.tmpdir(), 'film-'));
  const file = path.join(own, `${name}.mjpeg`);
  await writeFile(file, Buffer.concat(await framesWithin(parts)));
  return { file, remove: () => rm(own, { recursive: true }) };
}

async function framesWithin(parts: readonly Part[]): Promise<Buffer[]> {
  const frames = framesOf(await readFile(path.join(FILMS, 'live-sequence.mjpeg')));
  const repeated = [...frames, ...frames];
  return parts.flatMap(part => {
    const [first, end] = part.map(second => Math.round(second * FRAMES_A_SECOND));
    return repeated.slice(first, end);
  });
}

/** The pictures of a Motion JPEG film: whole JPEG files, one behind the other. */
export function framesOf(film: Buffer): Buffer[] {
  const frames: Buffer[] = [];
  for (let start = 0; start < film.length;) {
    // The end of one picture and the beginning of the next can't be within a picture.
    const end = film.indexOf('ffd9ffd8', start, 'hex');
    const next = end === -1 ? film.length : end + 2;
    frames.push(film.subarray(start, next));
    start = next;
  }
  return frames;
}

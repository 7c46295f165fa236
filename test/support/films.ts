/** Films that Chromium shows as its camera's picture: `test/assets/camera`, and what its README says of them. */
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { testAssets } from './repository.ts';

export const FILMS = path.join(testAssets, 'camera');

/** Chromium plays Motion JPEG at this rate, whatever it was made for. */
const FRAMES_A_SECOND = 30;

/**
 * What shows one movement only is a part of `live-sequence`, between these seconds; it repeats, so that its beginning
 * comes again behind its end. Each part begins and ends with a face at rest.
 */
const PARTS: Readonly<Record<string, readonly [from: number, to: number]>> = {
  'live-neutral': [0, 3.2],
  'live-turn-left': [2, 6.2],
  'live-turn-right': [5.9, 10.1],
  'live-blink': [9.3, 12.6],
  'live-smile': [12.1, 16.2],
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
 * @param name such as `live-sequence`, or one of {@link PARTS}.
 * @param folder where the films are.
 */
export async function cameraFilm(name: string, folder = FILMS): Promise<CameraFilm> {
  const whole = path.join(folder, `${name}.mjpeg`);
  const part = PARTS[name];
  if (part === undefined || existsSync(whole)) return { file: whole, remove: async () => undefined };
  const frames = framesOf(await readFile(path.join(folder, 'live-sequence.mjpeg')));
  const [first, end] = part.map(second => Math.round(second * FRAMES_A_SECOND));
  const repeated = [...frames, ...frames].slice(first, end);
  const own = await mkdtemp(path.join(os.tmpdir(), 'film-'));
  const file = path.join(own, `${name}.mjpeg`);
  await writeFile(file, Buffer.concat(repeated));
  return { file, remove: () => rm(own, { recursive: true }) };
}

/**
 * Writes a film that begins where another comes to rest in the end, so that it first shows a face that keeps still for
 * some seconds: whoever opens the camera sees the film from its beginning.
 */
export async function writeFilmFromRest(name: string, file: string): Promise<void> {
  const film = path.join(FILMS, `${name}.mjpeg`);
  const timeline: { segments: readonly { start: number; state: string }[] } = JSON.parse(
    await readFile(film.replace('.mjpeg', '.json'), 'utf8'),
  );
  const rest = timeline.segments.at(-1);
  if (rest?.state !== 'neutral') throw new Error(`${name} does not end with a face at rest.`);
  const frames = framesOf(await readFile(film));
  const first = Math.round(rest.start * FRAMES_A_SECOND);
  await writeFile(file, Buffer.concat([...frames.slice(first), ...frames.slice(0, first)]));
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

/** Films for Chromium's camera: Motion JPEG, which it plays at 30 frames a second and repeats. */
import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { testAssets } from './repository.ts';

/** @param name such as `live-blink` */
export function filmFile(name: string): string {
  return path.join(testAssets, 'camera', `${name}.mjpeg`);
}

/**
 * Writes a film that begins where another comes to rest in the end, so that it first shows a face that keeps still for
 * some seconds: whoever opens the camera sees the film from its beginning.
 */
export async function writeFilmFromRest(name: string, file: string): Promise<void> {
  const film = filmFile(name);
  const timeline: { playbackFps: number; segments: readonly { start: number; state: string }[] } = JSON.parse(
    await readFile(film.replace('.mjpeg', '.json'), 'utf8'),
  );
  const rest = timeline.segments.at(-1);
  assert.equal(rest?.state, 'neutral');
  const frames = framesOf(await readFile(film));
  const first = Math.round(rest.start * timeline.playbackFps);
  await writeFile(file, Buffer.concat([...frames.slice(first), ...frames.slice(0, first)]));
}

/** The JPEG files that are joined in a film: in their data, no other bytes look like the end of an image. */
function framesOf(film: Buffer): Buffer[] {
  const endAndStart = Buffer.from('ffd9ffd8', 'hex');
  const frames: Buffer[] = [];
  let start = 0;
  for (;;) {
    const end = film.indexOf(endAndStart, start);
    if (end === -1) return [...frames, film.subarray(start)];
    frames.push(film.subarray(start, end + 2));
    start = end + 2;
  }
}

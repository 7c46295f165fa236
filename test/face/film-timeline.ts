/** The films' own timelines (`test/assets/camera/*.json`) as readings, for tests without a browser. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { FaceReading } from '../../src/face/face-reading.ts';
import { FILMS } from '../support/films.ts';

type Column = readonly (number | null)[];

interface Timeline {
  readonly durationSeconds: number;
  readonly measured: Readonly<
    Record<
      | 't'
      | 'faces'
      | 'yaw'
      | 'pitch'
      | 'roll'
      | 'eyeBlinkLeft'
      | 'eyeBlinkRight'
      | 'mouthSmileLeft'
      | 'mouthSmileRight'
      | 'faceWidth'
      | 'luma',
      Column
    >
  >;
}

function timelineOf(film: string): Timeline {
  return JSON.parse(readFileSync(path.join(FILMS, `${film}.json`), 'utf8'));
}

/**
 * What a film shows, frame by frame and loop by loop, as it arrives through a camera: 16 of its brightness is black.
 * Without `loops` it goes on for ever.
 */
export function* readingsOf(film: string, loops = Number.POSITIVE_INFINITY): Generator<FaceReading> {
  const { durationSeconds, measured } = timelineOf(film);
  for (let loop = 0; loop < loops; loop += 1) {
    for (const [index, t] of measured.t.entries()) {
      const value = (column: Column) => column[index] ?? 0;
      const faces = value(measured.faces);
      const width = value(measured.faceWidth);
      yield {
        at: (loop * durationSeconds + (t ?? 0)) * 1000,
        faces,
        luma: Math.max(0, ((value(measured.luma) - 16) * 255) / 219),
        sharpness: 100,
        // What the films show deviates about half as much as it is bright; a covered lens shows nothing.
        contrast: Math.max(0, value(measured.luma) - 16) / 2,
        face:
          faces === 0
            ? undefined
            : {
                centreX: 0.5,
                centreY: 0.5,
                width,
                height: width * 1.7,
                yaw: value(measured.yaw),
                pitch: value(measured.pitch),
                roll: value(measured.roll),
                blink: Math.min(value(measured.eyeBlinkLeft), value(measured.eyeBlinkRight)),
                smile: Math.min(value(measured.mouthSmileLeft), value(measured.mouthSmileRight)),
              },
      };
    }
  }
}

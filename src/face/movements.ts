import type { FacePose } from './face-reading.ts';

/** What a service may ask for (signer API, section 5). Left and right are the signer's own. */
export const FACE_ACTIONS = ['CENTER', 'TURN_LEFT', 'TURN_RIGHT', 'BLINK', 'SMILE'] as const;
export type FaceAction = (typeof FACE_ACTIONS)[number];
export type Movement = Exclude<FaceAction, 'CENTER'>;

/** Is it an action that this widget knows? */
export function isFaceAction(name: string): name is FaceAction {
  return (FACE_ACTIONS as readonly string[]).includes(name);
}

/** When a movement is there, and when it is over again. */
export interface MovementRule {
  readonly value: (face: FacePose) => number;
  readonly on: number;
  readonly off: number;
  /** ms for which it has to be there; less is a trembling. */
  readonly hold: number;
  /** ms of it that show that the signer means it, while another one is asked for; undefined: nobody can help it. */
  readonly meant: number | undefined;
}

/**
 * Degrees for a turn, the model's score otherwise. `on` stands at least a quarter of the way from what the films show
 * of a movement that is made, and of one that is not; `off` as far from the latter and from `on`
 * (test/face/thresholds.node.test.ts prints the figures):
 *
 * | movement   | made, least peak | not made, most | by           |
 * | ---------- | ---------------: | -------------: | ------------ |
 * | TURN_LEFT  |               30 |              5 | two faces    |
 * | TURN_RIGHT |               35 |              5 | tilted print |
 * | BLINK      |             0.72 |           0.12 | open eyes    |
 * | SMILE      |             0.87 |           0.21 | a blink      |
 */
export const MOVEMENTS: Readonly<Record<Movement, MovementRule>> = {
  TURN_LEFT: { value: ({ yaw }) => yaw, on: 20, off: 12, hold: 200, meant: 200 },
  TURN_RIGHT: { value: ({ yaw }) => -yaw, on: 20, off: 12, hold: 200, meant: 200 },
  // Eyes close for 100 to 400 ms; everybody blinks some 15 times a minute without meaning it.
  BLINK: { value: ({ blink }) => blink, on: 0.5, off: 0.35, hold: 0, meant: undefined },
  SMILE: { value: ({ smile }) => smile, on: 0.5, off: 0.4, hold: 250, meant: 400 },
};

export const ALL_MOVEMENTS = FACE_ACTIONS.filter(action => action !== 'CENTER');

/** Is none of the movements there (any more)? */
export function isNeutral(face: FacePose): boolean {
  return ALL_MOVEMENTS.every(movement => MOVEMENTS[movement].value(face) < MOVEMENTS[movement].off);
}

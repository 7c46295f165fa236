import type { FacePose } from './face-reading.ts';

/** What a service may ask for (signer API, section 5). Left and right are the signer's. */
const FACE_ACTIONS = ['CENTER', 'TURN_LEFT', 'TURN_RIGHT', 'BLINK', 'SMILE'] as const;
export type FaceAction = (typeof FACE_ACTIONS)[number];
export type Movement = Exclude<FaceAction, 'CENTER'>;

/** Is it an action that this widget knows? */
export function isFaceAction(name: string): name is FaceAction {
  return (FACE_ACTIONS as readonly string[]).includes(name);
}

/** When a movement starts and when it is over. */
export interface MovementRule {
  readonly value: (face: FacePose) => number;
  readonly on: number;
  readonly off: number;
  /** ms for which it has to be held; less is jitter. */
  readonly hold: number;
  /** ms after which it counts as deliberate while another movement is requested; undefined: it is involuntary. */
  readonly meant: number | undefined;
}

/**
 * Degrees for a turn, the model's score otherwise. `on` is at least a quarter of the distance away from the values of
 * the recorded films with and without the movement; `off` is as far from the latter and from `on`
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
  // Eyes close for 100 to 400 ms; people blink some 15 times a minute involuntarily.
  BLINK: { value: ({ blink }) => blink, on: 0.5, off: 0.35, hold: 0, meant: undefined },
  SMILE: { value: ({ smile }) => smile, on: 0.5, off: 0.4, hold: 250, meant: 400 },
};

export const ALL_MOVEMENTS = FACE_ACTIONS.filter(action => action !== 'CENTER');

/** Is the face without any of the movements? */
export function isNeutral(face: FacePose): boolean {
  return ALL_MOVEMENTS.every(movement => MOVEMENTS[movement].value(face) < MOVEMENTS[movement].off);
}

import type { ChallengeHint } from '../../face/challenge.ts';
import type { TrackerSupply } from '../../face/tracker-supply.ts';

/** How far an attempt is, as the signer sees it. */
export type AttemptStage =
  | { readonly kind: 'idle' }
  /** The browser asks for the camera while the rest is loading; `part` of it is there, 0 to 1. */
  | { readonly kind: 'opening'; readonly part: number; readonly cameraOn: boolean }
  | { readonly kind: 'place'; readonly hint: ChallengeHint }
  | { readonly kind: 'act'; readonly hint: ChallengeHint; readonly done: number; readonly all: number }
  | { readonly kind: 'send'; readonly sent: number; readonly all: number };

/** What an attempt needs from its screen. */
export interface AttemptPlace {
  readonly assetsUrl: string;
  readonly supply: TrackerSupply;
  /** The camera that the signer chose. */
  readonly deviceId: string | undefined;
  readonly needsTime: boolean;
  /** Does the service say that it needs no camera? */
  readonly simulated: boolean;
  /** Where the camera's picture is shown, once the stage says that there is one. */
  readonly video: () => Promise<HTMLVideoElement>;
  /** The camera is on, under this id. */
  readonly opened: (deviceId: string | undefined) => void;
  readonly elsewhere: (url: string | undefined) => void;
}

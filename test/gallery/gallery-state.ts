import type { SignSession } from '../../src/index.ts';
import type { WireBootstrap } from '../support/bootstraps.ts';
import type { Scene } from './scene.ts';
import type { StateName } from './state-names.ts';
import type { Words } from './words.ts';

/**
 * A control or part of a state: its accessible name; a text that it has, so much of it or more; or a selector in the shadow
 * root it is in.
 */
export type Place =
  | { readonly name: (words: Words) => string }
  | { readonly text: (words: Words) => string }
  | { readonly selector: string };

/** One thing that the widget can show, how to get there, and what has to hold there. */
export interface GalleryState {
  readonly name: StateName;
  /** The session that the service has, over `gallerySession`. */
  readonly session?: WireBootstrap;
  /** Is there a document? Default: there is. */
  readonly document?: boolean;
  readonly properties?: Partial<SignSession>;
  /** Runs before the widget is on the page: scripts the service, the camera, the browser. */
  readonly prepare?: (scene: Scene) => void | Promise<void>;
  /** What the signer does, and what shows that the state is there. */
  readonly arrive: (scene: Scene) => Promise<unknown>;
  /** Do the widget's own waits on the way take seconds? Then its clock runs faster until the state is there. */
  readonly hurries?: boolean;
  /** The action that the screen is for; undefined when it has none. */
  readonly primary?: Place;
  /** Why the primary action can't succeed at once, though it is the way on: for example, the device is offline. */
  readonly hindered?: string;
  /**
   * What the signer has to see beside the primary action, without scrolling, in every window: the heading or the reason, and
   * the field, number or picture that it is about. A heading may fold away where another of these says what to do.
   */
  readonly seen: readonly [Place, ...Place[]];
  /** The least share of the window's height that the document has on a phone that is held upright. */
  readonly documentShare?: number;
  /** Where the focus may be: one of these. Undefined: the widget has not taken it. */
  readonly focus?: readonly Place[];
}

/** The heading of the screen. */
export const HEADING: Place = { selector: 'h2[tabindex="-1"]' };

/** When the session ends, where the card has the height of the window. */
export const END: Place = { selector: '.expiry' };

/** The link or button back to the site of whoever asked for the signature. */
export const RETURN: Place = { name: ({ t }) => t('outcome.return', { company: COMPANY }) };

export const COMPANY = 'Acme Crédito';

/** The session that states begin with: nothing in it is a test session's. */
export const gallerySession: WireBootstrap = {
  environment: 'production',
  appearance: { companyName: COMPANY },
  signer: { name: 'Maria da Silva', maskedCpf: '***.982.247-**', maskedEmail: 'm***a@exemplo.com.br' },
  returnUrl: 'https://site.example/done',
  cancelUrl: 'https://site.example/cancelled',
};

/** Steps in their order, of which the first `done` are completed; `current` is added to the next one. */
export function stepsOf(types: readonly string[], done = 0, current: WireBootstrap = {}): WireBootstrap {
  const steps = types.map((type, index) => ({
    stepId: `st_${index + 1}`,
    type,
    status: index < done ? 'COMPLETED' : 'PENDING',
    order: index + 1,
    attempts: 0,
    ...(index === done ? current : {}),
  }));
  return { steps };
}

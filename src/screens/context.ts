import type { Appearance } from '../appearance/appearance.ts';
import type { WebPkiOptions } from '../certificate/bridge/web-pki-provider.ts';
import type { CertificateProvider } from '../certificate/provider.ts';
import type { Translator } from '../i18n/translator.ts';
import type { SessionSnapshot } from '../session/state.ts';
import type { DocumentSight } from './accept/accept-screen.ts';
import type { Rooms } from './rooms.ts';

/** What the integrator says about digital certificates. */
export interface CertificateOptions {
  /** Tokens and cards through Lacuna Web PKI. */
  readonly webPki: WebPkiOptions | undefined;
  /** Ways of the integrator's own. */
  readonly providers: readonly CertificateProvider[];
  /** Sign what a service prepared without showing what it is. */
  readonly allowUnverifiedDigest: boolean;
}

/** What lies over the screen of the session. */
export type Cover = 'decline' | 'loading' | 'trouble';

/** What the frame hands to the screens. */
export interface ScreenContext {
  readonly translator: Translator;
  readonly snapshot: SessionSnapshot;
  readonly rooms: Rooms;
  /** The public element, for what has to stand in the page's own tree. */
  readonly element: HTMLElement;
  readonly sight: DocumentSight;
  readonly pages: number | undefined;
  /**
   * The signer considers declining: that screen lies over the present one, which keeps what was typed. It may
   * still be on its way, or not be had.
   */
  readonly cover: Cover | undefined;
  readonly asksPlace: boolean;
  /** Where the widget's assets lie, as the integrator says; undefined: beside the script. */
  readonly assetsUrl: string | undefined;
  readonly certificates: CertificateOptions;
  readonly appearance: Appearance;
  readonly returnUrl: string | undefined;
  readonly redirects: boolean;
}

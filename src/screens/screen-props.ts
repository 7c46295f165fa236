import type { Appearance } from '../appearance/appearance.ts';
import type { WebPkiOptions } from '../certificate/web-pki.ts';
import type { CertificateProvider } from '../certificate/provider.ts';
import type { Translator } from '../i18n/translator.ts';
import type { DocumentView } from '../session/intents.ts';
import type { SessionSnapshot } from '../session/state.ts';

/** The integrator's settings for digital certificates, as the public element has them. */
export interface CertificateOptions {
  /** Tokens and cards through Lacuna Web PKI. */
  readonly webPki: WebPkiOptions | undefined;
  /** The integrator's own providers. */
  readonly certificateProviders: readonly CertificateProvider[];
  /** The port of the token bridge, which is its own when there is no number; absent: it is not offered. */
  readonly tokenBridge: string | null | undefined;
}

/** What is shown over the session's screen. */
export type Overlay = 'decline' | 'loading' | 'error';

/** Can the signer read what they would sign? */
export type DocumentReadState =
  | 'opening'
  /** Its first page is shown; the rest is still loading, and nothing is checked yet. */
  | 'arriving'
  | 'shown'
  | 'unreadable'
  /** It did not load; another try may succeed. */
  | 'unreachable'
  /** There is no document. */
  | 'none';

/** What the element passes to the screens. */
export interface ScreenProps {
  readonly translator: Translator;
  readonly snapshot: SessionSnapshot;
  /** The public element, for what has to be in the host page's own tree, and for what only some steps need of it. */
  readonly element: HTMLElement & CertificateOptions;
  readonly documentStatus: DocumentReadState;
  /** What the signer has seen of the document; undefined before it is shown. */
  readonly documentView: DocumentView | undefined;
  /** What is shown over the current screen, which keeps what was typed: the decline screen, or a placeholder. */
  readonly overlay: Overlay | undefined;
  readonly asksLocation: boolean;
  /** The integrator's address of the widget's assets; undefined: beside the script. */
  readonly assetsUrl: string | undefined;
  /** The service's address. */
  readonly baseUrl: string;
  readonly appearance: Appearance;
  readonly returnUrl: string | undefined;
  readonly redirects: boolean;
  /** Is it in a dialog? */
  readonly closable: boolean;
}

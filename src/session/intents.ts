import type { DocumentView, Geolocation, PhotoDocumentType } from '../api/advance.ts';
import type { AdvanceAnswer } from '../api/schemas.ts';
import type { FrameAppearance, SignerClient, StepReference } from '../api/signer-client.ts';

export type { DocumentView, FrameAppearance, Geolocation, PhotoDocumentType };

/** What a step that takes several requests works with. */
export interface StepTask {
  readonly client: SignerClient;
  readonly step: StepReference;
  /** The document's bytes as the signer sees them; undefined where nothing is shown. */
  readonly shown: Uint8Array<ArrayBuffer> | undefined;
}

/**
 * Carries out a step that takes several requests, such as signing with a certificate.
 *
 * @returns the service's last answer; undefined when nothing was sent, and the screen has said why.
 */
export type StepWork = (task: StepTask, signal: AbortSignal) => Promise<AdvanceAnswer | undefined>;

/** What the signer wants done to the session. */
export type SessionIntent =
  | {
      readonly kind: 'accept';
      /** Which wording of the consent sentence was ticked. */
      readonly textVersion: string;
      readonly geolocation?: Geolocation | undefined;
      /** What stood on the screen in words of the page. */
      readonly shown?: Pick<DocumentView, 'submitLabel' | 'replacedTexts'>;
    }
  | { readonly kind: 'decline'; readonly reason: string }
  | { readonly kind: 'acknowledge'; readonly version: string }
  /** `image` is a JPEG in base64. */
  | { readonly kind: 'submitPhoto'; readonly documentType: PhotoDocumentType; readonly image: string }
  | { readonly kind: 'verifyCode'; readonly code: string }
  | { readonly kind: 'sendCode'; readonly channel?: string | undefined }
  /** Asks for a link that opens the session on another device, or in a frame that looks like the widget around it. */
  | { readonly kind: 'handOver'; readonly appearance?: FrameAppearance }
  /** Reads or accepts the documents of a batch. */
  | { readonly kind: 'batch'; readonly work: StepWork }
  /** Signs the document that is shown, or all of a batch, with a certificate. */
  | { readonly kind: 'signCertificate'; readonly work: StepWork }
  /** Finds, asks or leaves a provider that keeps the signer's certificate, or prepares what the gov.br portal signs. */
  | { readonly kind: 'cloudCertificate'; readonly work: StepWork }
  /** Proves with the camera that the signer is present. */
  | { readonly kind: 'proveLiveness'; readonly work: StepWork };

/** What the signer wants. The one type for it, from the screen's button to the request. */
export type Intent =
  | SessionIntent
  /** Opens the decline screen over the present one. */
  | { readonly kind: 'openDecline' }
  | { readonly kind: 'closeDecline' }
  /** Asks the service again, and loads missing parts of the widget again. */
  | { readonly kind: 'reload' }
  /** Loads the document again, or the viewer that did not load. */
  | { readonly kind: 'retryDocument' }
  /** Goes back to the integrator's site. */
  | { readonly kind: 'leave' };

/** The request under way: an action of the signer, or a reload of the session. */
export type PendingAction = SessionIntent['kind'] | 'check';

/** What the element knows about an acceptance, and the screen does not. */
export interface AcceptContext {
  readonly locale: string;
  /** How much of the document the signer saw; undefined where nothing is shown. */
  readonly documentView: DocumentView | undefined;
}

/** What went wrong with a certificate, as the signer reads it. */
import type { ReactiveControllerHost } from 'lit';
import type { CertificateErrorCode, CertificateErrorReason } from '../../certificate/provider.ts';
import type { LaterKey } from '../../i18n/messages/message-keys.ts';
import type { SessionSnapshot } from '../../session/state.ts';
import type { Step } from '../../session/view.ts';

const REASONS: Readonly<Record<CertificateErrorReason, LaterKey<'certificate'>>> = {
  'not-pkcs12': 'error.notPkcs12',
  damaged: 'error.damaged',
  'too-large': 'error.tooLarge',
  'too-many-iterations': 'error.tooLong',
  'too-slow': 'error.tooLong',
  'no-key': 'error.noKey',
  encryption: 'error.encryption',
  key: 'error.key',
  worker: 'error.worker',
  signature: 'error.signature',
  'pin-locked': 'token.locked',
  'timed-out': 'token.timedOut',
};

const CODES: Readonly<Record<CertificateErrorCode, LaterKey<'certificate'>>> = {
  WRONG_PASSWORD: 'error.password',
  UNSUPPORTED: 'error.other',
  MALFORMED: 'error.other',
  CANCELLED: 'error.cancelled',
  DEVICE_ABSENT: 'error.device',
  LICENSE: 'error.licence',
};

/**
 * The message of an error. Recognised by its fields, not by its class: an integrator's provider can't throw
 * CertificateError, and may throw anything.
 */
export function errorKey(error: unknown): LaterKey<'certificate'> {
  if (typeof error !== 'object' || error === null) return 'error.other';
  const { code, reason }: { readonly code?: unknown; readonly reason?: unknown } = error;
  return entryOf(REASONS, reason) ?? entryOf(CODES, code) ?? 'error.other';
}

function entryOf<T>(entries: Readonly<Record<string, T>>, name: unknown): T | undefined {
  return typeof name === 'string' && Object.hasOwn(entries, name) ? entries[name] : undefined;
}

/** Why the service did not take a signature, by the step's error. */
const REJECTIONS: Readonly<Record<string, LaterKey<'certificate'>>> = {
  'signature-invalid': 'rejected.signature',
  'signature-used': 'rejected.used',
  'certificate-other-holder': 'problem.otherHolder',
  'certificate-expired': 'problem.expired',
  'certificate-not-yet-valid': 'problem.notYetValid',
  'certificate-revoked': 'rejected.revoked',
  'certificate-untrusted': 'rejected.untrusted',
  'revocation-unavailable': 'rejected.statusUnknown',
  'certificate-not-for-signing': 'problem.notForSigning',
  'certificate-too-weak': 'problem.weakKey',
  'other-document': 'gov-br.otherDocument',
  'document-unsigned': 'gov-br.unsigned',
  'document-changed': 'gov-br.changed',
};

/** The messages of refusals that are about the certificate itself, so that the same one can't succeed. */
export const NEEDS_ANOTHER = /^problem\.|^rejected\.(?:revoked|untrusted)$/;

/** The same of a document that was signed at the gov.br portal. */
const HANDED_IN: typeof REJECTIONS = {
  'certificate-untrusted': 'gov-br.untrusted',
  'certificate-other-holder': 'gov-br.otherHolder',
};

/**
 * The message about the last attempt; nothing if there was none. Unknown errors have a message too.
 *
 * @param isHandedIn whether the document was signed at the gov.br portal.
 */
function rejectionKey(error: string | undefined, isHandedIn = false): LaterKey<'certificate'> | undefined {
  if (error === undefined) return undefined;
  return (
    (isHandedIn ? entryOf(HANDED_IN, error) : undefined) ?? entryOf(REJECTIONS, error) ?? 'problem.refused'
  );
}

/** Why the last try signed nothing: found here, or by the service, whose error is shown after a reload too. */
export class Refusals {
  readonly #host: ReactiveControllerHost;
  #found: LaterKey<'certificate'> | undefined;
  /** Number of attempts when the signer continued: the service's errors about them are no longer shown. Negative: all are. */
  #leftBehind = -1;

  constructor(host: ReactiveControllerHost) {
    this.#host = host;
  }

  /** Says what was found here. */
  readonly add = (why: LaterKey<'certificate'>): void => {
    this.#found = why;
    this.#host.requestUpdate();
  };

  /** A new attempt begins: the messages about the last one are no longer shown. */
  forget({ attempts }: Step): void {
    this.#found = undefined;
    this.#leftBehind = attempts;
    this.#host.requestUpdate();
  }

  /**
   * Notices the service's answer. Not every refusal costs a try, so the number of tries alone does not show that there is
   * a new one.
   */
  follow(before: SessionSnapshot | undefined, { pending, error }: SessionSnapshot): void {
    const wasAnswered = before?.pending === 'signCertificate' && pending === undefined && error === undefined;
    if (wasAnswered) this.#leftBehind = -1;
  }

  /** The message to show. @param isHandedIn was the document signed elsewhere? */
  keyOf({ attempts, error }: Step, isHandedIn: boolean): LaterKey<'certificate'> | undefined {
    return this.#found ?? (attempts > this.#leftBehind ? rejectionKey(error, isHandedIn) : undefined);
  }
}

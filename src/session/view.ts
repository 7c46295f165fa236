import type { AdvanceAnswer, Bootstrap } from '../api/schemas.ts';

/** A step of the session's policy. Types and statuses that we don't know yet pass through as they are. */
export interface Step {
  readonly stepId: string;
  readonly type: string;
  readonly status: string;
  readonly attempts: number;
  readonly maxAttempts: number;
  /** Why the last try did not pass: `wrong-code`, `code-expired` …, or something newer than this widget. */
  readonly error?: string | undefined;
}

/** The newest one-time code. Times are the service's, in ms since the epoch. */
export interface SentCode {
  /** `email`, `sms`, or something newer than this widget. */
  readonly channel: string;
  /** Masked. */
  readonly destination?: string | undefined;
  readonly expiresAt?: number | undefined;
  /** When another one can be asked for. */
  readonly resendAt?: number | undefined;
  /** Entries that this code still takes. */
  readonly attemptsLeft?: number | undefined;
  /** What is known of its message: `pending`, `sent`, `failed`, or something newer; undefined: the service does not say. */
  readonly delivery?: string | undefined;
}

/**
 * The session as the service has it: the only state of the flow. Times are ms since the epoch; addresses that
 * the signer may open are checked.
 */
export interface SessionView {
  readonly sessionId: string;
  /** `ACTIVE`, `COMPLETED`, `CANCELLED`, `EXPIRED`, `FAILED`, or something newer than this widget. */
  readonly status: string;
  readonly purpose: 'document' | 'action';
  readonly signer: {
    readonly name: string | undefined;
    /** Masked. */
    readonly cpf: string | undefined;
    /** Masked. */
    readonly cnpj: string | undefined;
    /** Masked. */
    readonly email: string | undefined;
    /** Masked. */
    readonly phone: string | undefined;
    /** May the signer say where codes are sent? */
    readonly choosesChannel: boolean;
    readonly channels: readonly string[];
  };
  /** In the order in which they are done. */
  readonly steps: readonly Step[];
  readonly locale?: string | undefined;
  readonly expiresAt: number;
  /** What to add to the device's clock to get the service's, in ms. */
  readonly clockOffset: number;
  readonly sandbox: boolean;
  readonly document?: SessionDocument | undefined;
  readonly action?:
    { readonly description?: string | undefined; readonly reference?: string | undefined } | undefined;
  /** How it is to look, as it came. */
  readonly appearance: unknown;
  readonly returnUrl?: string | undefined;
  readonly cancelUrl?: string | undefined;
  readonly completedAt?: number | undefined;
  readonly evidenceId?: string | undefined;
  readonly verifierUrl?: string | undefined;
  readonly downloadUrl?: string | undefined;
  readonly hostedUrl?: string | undefined;
  readonly cancelledBy?: string | undefined;
  readonly code?: SentCode | undefined;
  readonly disclosure?: { readonly version: string; readonly text: string } | undefined;
  /** Does the policy ask where the signer is? */
  readonly asksPlace: boolean;
  /** `SIMULATED` (no camera is needed), `LIVE`, or something newer; undefined: the service does not say. */
  readonly biometrics?: string | undefined;
  /** An earlier signer of the same document has to sign first. */
  readonly waitsForSigner: boolean;
  /** How many of the document's signers have signed, where it has several. */
  readonly signatures?: { readonly done: number; readonly all: number } | undefined;
}

export interface SessionDocument {
  readonly url?: string | undefined;
  readonly filename?: string | undefined;
  /** SHA-256 in lower-case hex, when the service gave one that can be read. */
  readonly digest?: string | undefined;
  readonly pages?: number | undefined;
}

/** Reads the service's answer. `receivedAt` is the device's clock at its arrival, in ms since the epoch. */
export function toSessionView(bootstrap: Bootstrap, receivedAt: number): SessionView {
  const { signer, action } = bootstrap;
  return {
    sessionId: bootstrap.sessionId,
    status: bootstrap.status,
    purpose: bootstrap.purpose === 'ACTION_AUTHENTICATION' ? 'action' : 'document',
    signer: toSigner(signer),
    steps: toSteps(bootstrap.steps),
    locale: bootstrap.locale,
    expiresAt: Date.parse(bootstrap.expiresAt),
    clockOffset: (time(bootstrap.serverTime) ?? receivedAt) - receivedAt,
    sandbox: bootstrap.environment === 'sandbox',
    document: readDocument(bootstrap),
    action,
    appearance: bootstrap.appearance,
    returnUrl: safeUrl(bootstrap.returnUrl),
    cancelUrl: safeUrl(bootstrap.cancelUrl),
    completedAt: time(bootstrap.completedAt),
    evidenceId: bootstrap.evidenceId,
    verifierUrl: safeUrl(bootstrap.verifierUrl),
    downloadUrl: safeUrl(bootstrap.downloadUrl),
    hostedUrl: safeUrl(bootstrap.hostedUrl),
    cancelledBy: bootstrap.cancelledBy,
    code: toSentCode(bootstrap.otp),
    disclosure: bootstrap.disclosure,
    asksPlace: bootstrap.policy?.geolocation ?? false,
    biometrics: bootstrap.biometrics?.mode,
    waitsForSigner: bootstrap.envelope?.waitingForIndex !== undefined,
    signatures: toSignatures(bootstrap.envelope),
  };
}

function toSignatures(envelope: Bootstrap['envelope']): SessionView['signatures'] {
  const { completedSessions: done, totalSigners: all } = envelope ?? {};
  return done === undefined || all === undefined ? undefined : { done, all };
}

/** What the service says of a code that it sent. */
export function toSentCode(otp: Bootstrap['otp']): SentCode | undefined {
  return (
    otp && {
      channel: otp.channel,
      destination: otp.maskedDestination,
      expiresAt: time(otp.expiresAt),
      resendAt: time(otp.resendAvailableAt),
      attemptsLeft: otp.attemptsLeft,
      delivery: otp.delivery,
    }
  );
}

function toSigner(signer: Bootstrap['signer']): SessionView['signer'] {
  return {
    name: signer?.name,
    cpf: signer?.maskedCpf,
    cnpj: signer?.maskedCnpj,
    email: signer?.maskedEmail,
    phone: signer?.maskedPhone,
    choosesChannel: signer?.otpChannelSelectable ?? false,
    channels: signer?.availableOtpChannels ?? [],
  };
}

/** The step that is next, if the session still waits for one. */
export function currentStep(view: SessionView): Step | undefined {
  return view.status === 'ACTIVE' ? view.steps.find(step => step.status !== 'COMPLETED') : undefined;
}

/** Has the signer no try left at this step? It stays current until the session's own end. */
export function isExhausted({ status, attempts, maxAttempts, error }: Step): boolean {
  return status === 'FAILED' && (attempts >= maxAttempts || error === 'attempts-exhausted');
}

/**
 * Where the session stands, as one value: when it is another than before an action, something was done. A code
 * that was sent and an entry that was counted show here too.
 */
export function standOf(view: SessionView): string {
  const { stepId, attempts, error } = currentStep(view) ?? {};
  return [view.status, stepId, attempts, error, view.code?.expiresAt].join();
}

/** Is it over, whichever way? A status that is newer than this widget is not taken for an end. */
export function isEnded({ status }: SessionView): boolean {
  return ['COMPLETED', 'CANCELLED', 'EXPIRED', 'FAILED'].includes(status);
}

/**
 * A service that tells of a code only when it sends it must not make us forget it. What became of its message may
 * have changed since.
 */
export function withKnownCode(view: SessionView, before: SessionView | undefined): SessionView {
  const entering = currentStep(view)?.type === 'OTP_VERIFY';
  if (!entering || view.code !== undefined || before?.code === undefined) return view;
  return { ...view, code: { ...before.code, delivery: undefined } };
}

/** A view with what a short answer says of the session. */
export function withEnd(
  view: SessionView,
  answer: Pick<AdvanceAnswer, 'status'> &
    Partial<Pick<AdvanceAnswer, 'evidenceId' | 'completedAt'>> & { cancelledBy?: string },
): SessionView {
  return {
    ...view,
    status: answer.status,
    evidenceId: answer.evidenceId ?? view.evidenceId,
    completedAt: time(answer.completedAt) ?? view.completedAt,
    cancelledBy: answer.cancelledBy ?? view.cancelledBy,
  };
}

/** Attempts of a step that names no other number (signer API, section 3). */
const ATTEMPTS = 3;

function toSteps(steps: Bootstrap['steps']): Step[] {
  return steps
    .toSorted((a, b) => (a.order ?? 0) - (b.order ?? 0))
    .map(({ stepId, type, status, error, attempts, maxAttempts }) => ({
      stepId,
      type,
      status,
      error,
      attempts: attempts ?? 0,
      maxAttempts: maxAttempts ?? ATTEMPTS,
    }));
}

/** The document of the service's answer. */
export function readDocument({ document }: Bootstrap): SessionDocument | undefined {
  return (
    document && {
      url: document.presignedUrl,
      filename: document.filename,
      digest: readDigest(document.hash),
      pages: document.pages,
    }
  );
}

/** Hex of a SHA-256 written as `sha256:…`, `sha256-…` or bare hex. */
export function readDigest(hash: string | undefined): string | undefined {
  return /^(?:sha256[:-])?([0-9a-f]{64})$/i.exec(hash ?? '')?.[1]?.toLowerCase();
}

/** The address if it may be opened: https, or http on the own machine. Never `javascript:` and the like. */
export function safeUrl(address: string | undefined): string | undefined {
  const url = address === undefined ? undefined : parseUrl(address);
  if (url === undefined) return undefined;
  const local = ['localhost', '127.0.0.1', '[::1]'].includes(url.hostname);
  return url.protocol === 'https:' || (url.protocol === 'http:' && local) ? url.href : undefined;
}

/** URL.canParse is missing in Safari before 17. */
function parseUrl(address: string): URL | undefined {
  try {
    return new URL(address);
  } catch {
    return undefined;
  }
}

function time(iso: string | undefined): number | undefined {
  const at = Date.parse(iso ?? '');
  return Number.isNaN(at) ? undefined : at;
}

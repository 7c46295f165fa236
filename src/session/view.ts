/** A step of the session's policy. Unknown types and statuses pass through as they are. */
export interface Step {
  readonly stepId: string;
  readonly type: string;
  readonly status: string;
  readonly attempts: number;
  readonly maxAttempts: number;
  /** Why the last attempt failed: `wrong-code`, `code-expired` …, or a value newer than this widget. */
  readonly error?: string | undefined;
}

/** The newest one-time code. Times are the service's, in ms since the epoch. */
export interface SentCode {
  /** `email`, `sms`, or a value newer than this widget. */
  readonly channel: string;
  /** Masked. */
  readonly destination?: string | undefined;
  readonly expiresAt?: number | undefined;
  /** When another one can be requested. */
  readonly resendAt?: number | undefined;
  /** Attempts left for this code. */
  readonly attemptsLeft?: number | undefined;
  /** `pending`, `sent`, `failed`, or a newer value; undefined: the service does not say. */
  readonly delivery?: string | undefined;
}

/**
 * The session as the service has it: the only state of the flow. Times are ms since the epoch; addresses that
 * the signer may open were checked by `safeUrl`.
 */
export interface SessionView {
  readonly sessionId: string;
  /** `ACTIVE`, `COMPLETED`, `CANCELLED`, `EXPIRED`, `FAILED`, or a value newer than this widget. */
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
    /** May the signer choose where codes are sent? */
    readonly choosesChannel: boolean;
    readonly channels: readonly string[];
  };
  /** In the policy's order. */
  readonly steps: readonly Step[];
  readonly locale?: string | undefined;
  readonly expiresAt: number;
  /** What to add to the device's clock to get the service's, in ms. */
  readonly clockOffset: number;
  readonly sandbox: boolean;
  /** Absent for a batch, whose screen shows its documents. */
  readonly document?: SessionDocument | undefined;
  readonly action?:
    { readonly description?: string | undefined; readonly reference?: string | undefined } | undefined;
  /** As the service sent it. */
  readonly appearance: unknown;
  readonly returnUrl?: string | undefined;
  readonly cancelUrl?: string | undefined;
  readonly completedAt?: number | undefined;
  readonly evidenceId?: string | undefined;
  readonly verifierUrl?: string | undefined;
  readonly downloadUrl?: string | undefined;
  readonly hostedUrl?: string | undefined;
  readonly cancelledBy?: string | undefined;
  /** The service's signed statement of how the session ended, for the integrator's server. */
  readonly receipt?: string | undefined;
  readonly code?: SentCode | undefined;
  readonly disclosure?: { readonly version: string; readonly text: string } | undefined;
  /** Does the policy ask for the signer's location? */
  readonly asksLocation: boolean;
  /** `SIMULATED` (without a camera), `LIVE`, or a newer value; undefined: the service does not say. */
  readonly biometrics?: string | undefined;
  /** Providers that keep certificates in the cloud, while one of theirs may sign. */
  readonly cloud?: CloudCertificates | undefined;
  /** Where certificates may come from: `FILE`, `TOKEN` and others; undefined: the service does not say. */
  readonly certificateSources?: readonly string[] | undefined;
  /** The gov.br portal, while a document may be handed in that was signed there. */
  readonly portalUrl?: string | undefined;
  /** Of a session over several documents: how many there are and, while they are being sealed, how many are. */
  readonly batch?: { readonly total: number; readonly sealed?: number | undefined } | undefined;
  /** The signers of the document, if it has several. */
  readonly envelope?: Envelope | undefined;
}

/** What the service says of certificates that a provider keeps. */
export interface CloudCertificates {
  readonly providers: readonly { readonly providerId: string; readonly name: string }[];
  /** The newest authorisation. `status` is `pending`, `identified`, `authorized`, `failed`, or a newer value. */
  readonly authorization?:
    { readonly providerId: string; readonly status: string; readonly error?: string | undefined } | undefined;
}

/** What the service says of the other signers of a document. */
export interface Envelope {
  /** The signer's own place, from 1. */
  readonly signerIndex?: number | undefined;
  /** The earlier signer who has to sign first. */
  readonly waitingForIndex?: number | undefined;
  readonly completedSessions?: number | undefined;
  readonly totalSigners?: number | undefined;
  /** When the document was sent, ISO 8601. */
  readonly createdAt?: string | undefined;
  /** Whether an e-mail tells the signer when their turn has come. */
  readonly invited?: boolean | undefined;
  /** In their order; `signedAt` is ISO 8601, and a name is masked. */
  readonly signers?:
    | readonly {
        readonly signerIndex: number;
        readonly name?: string | undefined;
        readonly signedAt?: string | undefined;
      }[]
    | undefined;
}

/** Whether an earlier signer of the same document has to sign first. */
export function waitsForSigner({ envelope }: SessionView): boolean {
  return envelope?.waitingForIndex !== undefined;
}

export interface SessionDocument {
  readonly url?: string | undefined;
  readonly filename?: string | undefined;
  /** SHA-256 in lower-case hex, if the service sent a valid one. */
  readonly digest?: string | undefined;
  /** The same of the signed document, once there is one. */
  readonly signedDigest?: string | undefined;
  readonly pages?: number | undefined;
  /** What the service found that its pages may not show. */
  readonly warnings?: readonly { readonly code: string; readonly page?: number | undefined }[] | undefined;
}

/** The first step that is not completed; undefined when the session is not active. */
export function currentStep(view: SessionView): Step | undefined {
  return view.status === 'ACTIVE' ? view.steps.find(step => step.status !== 'COMPLETED') : undefined;
}

/** Has the signer no attempt left at this step? It stays current until the session expires. */
export function isExhausted({ status, attempts, maxAttempts, error }: Step): boolean {
  return status === 'FAILED' && (attempts >= maxAttempts || error === 'attempts-exhausted');
}

/**
 * Identifies the session's progress: if it differs after an action, the action was carried out. Sent codes and counted
 * attempts change it too.
 */
export function progressKey(view: SessionView): string {
  const { stepId, attempts, error } = currentStep(view) ?? {};
  return [view.status, stepId, attempts, error, view.code?.expiresAt].join();
}

/** Has the session ended? An unknown status is not an end. */
export function isEnded({ status }: SessionView): boolean {
  return ['COMPLETED', 'CANCELLED', 'EXPIRED', 'FAILED'].includes(status);
}

/**
 * Keeps of an earlier view what services mention only once: the code when they send it, whose delivery is unknown then, and the
 * document's name until the session has ended.
 */
export function withKnown(view: SessionView, before: SessionView | undefined): SessionView {
  const isEntering = currentStep(view)?.type === 'OTP_VERIFY';
  const { code = isEntering && before?.code ? { ...before.code, delivery: undefined } : undefined } = view;
  const { document } = view;
  const filename = document?.filename ?? before?.document?.filename;
  return { ...view, code, document: document && { ...document, filename } };
}

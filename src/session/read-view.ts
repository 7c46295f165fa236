import type { AdvanceAnswer, Bootstrap } from '../api/schemas.ts';
import type { SentCode, SessionDocument, SessionView, Step } from './view.ts';

/** The view of a bootstrap answer. `receivedAt` is the device's time at its arrival, in ms since the epoch. */
export function toSessionView(bootstrap: Bootstrap, receivedAt: number): SessionView {
  const { signer, action, batch } = bootstrap;
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
    returnUrl: bootstrap.returnUrl,
    cancelUrl: bootstrap.cancelUrl,
    completedAt: time(bootstrap.completedAt),
    evidenceId: bootstrap.evidenceId,
    verifierUrl: bootstrap.verifierUrl,
    downloadUrl: bootstrap.downloadUrl,
    hostedUrl: bootstrap.hostedUrl,
    cancelledBy: bootstrap.cancelledBy,
    receipt: bootstrap.receipt,
    code: toSentCode(bootstrap.otp),
    disclosure: bootstrap.disclosure,
    asksLocation: bootstrap.policy?.geolocation ?? false,
    biometrics: bootstrap.biometrics?.mode,
    cloud: bootstrap.cloud,
    certificateSources: bootstrap.certificateSources,
    portalUrl: bootstrap.govBr?.portalUrl,
    envelope: bootstrap.envelope,
    // What the service says of the first document is not of the others.
    ...(batch && { batch, document: undefined, downloadUrl: undefined, verifierUrl: undefined }),
  };
}

/** The one-time code of an answer. */
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

/** The view, updated from an answer that does not contain the whole session. */
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

/** Maximum attempts of a step that doesn't say (signer API, section 3). */
const DEFAULT_MAX_ATTEMPTS = 3;

function toSteps(steps: Bootstrap['steps']): Step[] {
  return steps
    .toSorted((a, b) => (a.order ?? 0) - (b.order ?? 0))
    .map(({ stepId, type, status, error, attempts, maxAttempts }) => ({
      stepId,
      type,
      status,
      error,
      attempts: attempts ?? 0,
      maxAttempts: maxAttempts ?? DEFAULT_MAX_ATTEMPTS,
    }));
}

/** The document of a bootstrap answer. */
function readDocument({ document }: Bootstrap): SessionDocument | undefined {
  return (
    document && {
      url: document.presignedUrl,
      filename: document.filename,
      digest: readDigest(document.hash),
      signedDigest: readDigest(document.signedHash),
      pages: document.pages,
      warnings: document.warnings,
    }
  );
}

/** The hex of a SHA-256 written as `sha256:…`, `sha256-…` or bare hex. */
export function readDigest(hash: string | undefined): string | undefined {
  return /^(?:sha256[:-])?([0-9a-f]{64})$/i.exec(hash ?? '')?.[1]?.toLowerCase();
}

function time(iso: string | undefined): number | undefined {
  const at = Date.parse(iso ?? '');
  return Number.isNaN(at) ? undefined : at;
}

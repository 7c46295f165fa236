/** A session as its signer sees it. */
import type { CertificateSource, StepType } from '@sign-session/session-rules';
import type { CloudAuthorizations } from '../cloud-certificates/authorizations.ts';
import type { CloudCertificates } from '../cloud-certificates/cloud-certificates.ts';
import type { Core } from '../core/core.ts';
import type { PresignedUrls } from '../documents/presigned-urls.ts';
import { disclosureIn } from '../domain/disclosure.ts';
import { type Member, occupiesIndex } from '../domain/envelope.ts';
import {
  maskCnpj,
  maskCpf,
  maskEmail,
  maskName,
  maskOptional,
  maskPhone,
  nameInTexts,
} from '../domain/identifiers.ts';
import {
  currentStepOf,
  type Membership,
  type Session,
  type SessionDocument,
  type Signer,
} from '../domain/session.ts';
import type { Step } from '../domain/step.ts';
import { findEnvelope, listMembers } from '../envelopes/envelope-store.ts';
import type { Senders } from '../messages/message.ts';
import type { OneTimeCodes } from '../one-time-codes/one-time-codes.ts';
import { offeredChannels } from '../one-time-codes/otp-channels.ts';
import type { Receipts } from '../receipts/receipts.ts';
import type { Features } from '../sessions/create-session.ts';
import type { GovBrSignatures } from '../signing/gov-br-signatures.ts';
import type { Queries } from '../storage/database.ts';

/** A signer of the envelope as the other signers see them. */
interface SignerInEnvelope {
  readonly signerIndex: number;
  /** Masked; absent where the integrator doesn't show names, or nobody was added for this place yet. */
  readonly name: string | undefined;
  /** ISO 8601; absent while they have not signed. */
  readonly signedAt: string | undefined;
}

/** The session's place in its envelope, with the others. */
interface EnvelopeView extends Membership {
  /** ISO 8601. */
  readonly createdAt: string;
  /** Whether an e-mail tells the signer when their turn has come. */
  readonly invited: boolean;
  /** By signer index, every place once. */
  readonly signers: readonly SignerInEnvelope[];
}

/**
 * What a signer is told of the others: while they wait, and after they have signed, when the names are left out.
 * Undefined outside envelopes.
 */
async function envelopeView(
  queries: Queries,
  { envelope: place, request }: Session,
  scope: ViewScope,
): Promise<EnvelopeView | undefined> {
  const envelope = place && (await findEnvelope(queries, place.envelopeId));
  if (place === undefined || envelope === undefined) return undefined;
  const members = (await listMembers(queries, place.envelopeId)).filter(occupiesIndex);
  const shown = scope === 'whole' && (envelope.request.showSigners ?? true);
  return {
    ...place,
    createdAt: envelope.createdAt.toISOString(),
    invited: request.inviteSent === true,
    signers: Array.from({ length: place.totalSigners }, (_, index) => {
      const member = members.find(({ signerIndex }) => signerIndex === index + 1);
      return {
        signerIndex: index + 1,
        name: nameOf(member, shown),
        signedAt: member?.completedAt?.toISOString(),
      };
    }),
  };
}

function nameOf(member: Member | undefined, shown: boolean): string | undefined {
  return shown && member?.signerName ? maskName(member.signerName) : undefined;
}

/** How much of a session the caller may see. */
export type ViewScope =
  /** The integrator, and the signer while the session is active: everything. */
  | 'whole'
  /** The signer after the session has ended: its outcome and the signed document, but no signer data. */
  | 'outcome'
  /** The signer with an expired secret: only the outcome. */
  | 'trace';

/** The bootstrap of signer API, section 3. */
type SignerView = Readonly<Record<string, unknown>>;

function signerView(signer: Signer, otp: SignerView): SignerView {
  return {
    name: nameInTexts(signer),
    maskedCpf: maskOptional(signer.cpf, maskCpf),
    maskedCnpj: maskOptional(signer.cnpj, maskCnpj),
    maskedEmail: maskOptional(signer.email, maskEmail),
    maskedPhone: maskOptional(signer.phone, maskPhone),
    ...otp,
  };
}

function stepView(step: Step): SignerView {
  const { stepId, type, status, order, attempts, maxAttempts, error } = step;
  return { stepId, type, status, order, attempts, maxAttempts, error };
}

function endingView({ ending }: Session): SignerView {
  switch (ending?.kind) {
    case undefined:
      return {};
    case 'cancelled':
      return { cancelledBy: ending.by };
    case 'failed':
      return { failure: { reason: ending.reason } };
  }
}

const hasStep = (session: Session, type: StepType): boolean => session.steps.some(step => step.type === type);

/** Builds the session view that the widget renders. */
export class SignerViews {
  readonly #core: Core;
  readonly #parts;

  constructor(
    core: Core,
    parts: {
      features: Features;
      presigned: PresignedUrls;
      codes: OneTimeCodes;
      senders: Senders;
      receipts: Receipts;
      cloud: Pick<CloudCertificates, 'providers'>;
      authorizations: Pick<CloudAuthorizations, 'viewOf'>;
      govBr: Pick<GovBrSignatures, 'isOffered' | 'portalUrl'>;
    },
  ) {
    this.#core = core;
    this.#parts = parts;
  }

  /** JSON leaves out members that are undefined. */
  async of(session: Session, scope: ViewScope): Promise<SignerView> {
    const { database, links, clock } = this.#core;
    const { receipts } = this.#parts;
    const { request } = session;
    return {
      sessionId: session.sessionId,
      transactionId: session.transactionId,
      status: session.status,
      purpose: session.purpose,
      policy: { profile: session.profile },
      environment: session.tenant.environment,
      envelope: scope === 'trace' ? undefined : await envelopeView(database, session, scope),
      ...(scope === 'whole' ? await this.#whole(session) : {}),
      batch: session.batch,
      steps: session.steps.map(stepView),
      locale: session.locale,
      expiresAt: session.expiresAt.toISOString(),
      serverTime: clock.now().toISOString(),
      document: session.document && (await this.#document(session, session.document, scope)),
      appearance: request.appearance,
      returnUrl: request.returnUrl,
      cancelUrl: request.cancelUrl,
      hostedUrl: links.hostedUrl(session.sessionId),
      ...endingView(session),
      receipt: await receipts.of(session),
      ...(await this.#completion(session, scope)),
    };
  }

  /** The full view, for the integrator and for a signer whose session is active. */
  async #whole(session: Session): Promise<SignerView> {
    const { database, clock } = this.#core;
    const { codes } = this.#parts;
    const { signer, action } = session.request;
    return {
      signer: signerView(signer, this.#channels(session)),
      action,
      biometrics: hasStep(session, 'BIOMETRIC_LIVENESS') ? { mode: session.tenant.biometrics } : undefined,
      disclosure: hasStep(session, 'PURPOSE_DISCLOSURE') ? disclosureIn(session.locale) : undefined,
      certificateSources: this.#sources(session),
      cloud: await this.#cloud(session),
      govBr: this.#isOffered(session, 'GOV_BR') ? { portalUrl: this.#parts.govBr.portalUrl } : undefined,
      otp: await codes.stateOf(database, session, clock.now()),
    };
  }

  /** What the tenant allows and the service can do. */
  #sources(session: Session): readonly CertificateSource[] | undefined {
    const { cloud, govBr, features } = this.#parts;
    if (!hasStep(session, 'DIGITAL_SIGN_A1')) return undefined;
    return session.tenant.certificateSources.filter(source => {
      if (!features.sources.includes(source)) return false;
      if (source === 'CLOUD') return cloud.providers.length > 0;
      return source !== 'GOV_BR' || govBr.isOffered(session);
    });
  }

  /** While a certificate may sign. */
  #isOffered(session: Session, source: CertificateSource): boolean {
    const isNext = currentStepOf(session)?.type === 'DIGITAL_SIGN_A1';
    return session.status === 'ACTIVE' && isNext && this.#sources(session)?.includes(source) === true;
  }

  async #cloud(session: Session): Promise<SignerView | undefined> {
    const { cloud, authorizations } = this.#parts;
    if (!this.#isOffered(session, 'CLOUD')) return undefined;
    return {
      providers: cloud.providers.map(({ id: providerId, name }) => ({ providerId, name })),
      authorization: await authorizations.viewOf(session.sessionId),
    };
  }

  #channels(session: Session): SignerView {
    if (!hasStep(session, 'OTP_CHALLENGE')) return {};
    const { signer } = session.request;
    return {
      otpChannelSelectable: signer.otpChannelSelectable ?? false,
      availableOtpChannels: offeredChannels(signer, this.#parts.senders),
    };
  }

  async #document(
    session: Session,
    document: SessionDocument,
    scope: ViewScope,
  ): Promise<SignerView | undefined> {
    const signedHash = session.evidence?.signedHash;
    const { hash, warnings } = document;
    if (scope !== 'whole') return session.status === 'COMPLETED' ? { hash, signedHash } : undefined;
    return {
      presignedUrl: await this.#parts.presigned.create(document.documentId),
      filename: document.filename,
      hash,
      signedHash,
      sizeBytes: document.sizeBytes,
      pages: document.pages,
      warnings,
    };
  }

  async #completion(session: Session, scope: ViewScope): Promise<SignerView> {
    const { links } = this.#core;
    const { presigned } = this.#parts;
    if (session.evidence === undefined) return {};
    const { evidenceId, signedDocumentId } = session.evidence;
    return {
      completedAt: session.endedAt?.toISOString(),
      evidenceId,
      verifierUrl: links.verifierUrl(evidenceId),
      downloadUrl:
        scope === 'trace' || signedDocumentId === undefined
          ? undefined
          : await presigned.create(signedDocumentId),
    };
  }
}

/** Sessions as integrators read them. */
import { z } from '@hono/zod-openapi';
import {
  CERTIFICATE_SOURCES,
  PROFILES,
  SESSION_STATUSES,
  STEP_ERRORS,
  STEP_STATUSES,
  STEP_TYPES,
} from '@sign-session/session-rules';
import type { Context } from 'hono';
import { CLOUD_ERRORS } from '../cloud-certificates/provider-requests.ts';
import type { Core } from '../core/core.ts';
import { documentWarningSchema } from '../domain/document.ts';
import { idSchema } from '../domain/ids.ts';
import { BIOMETRIC_MODES, LIVENESS_ACTIONS } from '../domain/liveness-challenge.ts';
import { LOCALES } from '../domain/locales.ts';
import type { SessionLinks } from '../domain/session-links.ts';
import { actionSchema, appearanceSchema, PURPOSES, type Session, SIGNING_MODES } from '../domain/session.ts';
import { OTP_CHANNELS } from '../domain/step.ts';
import type { Tenant } from '../domain/tenant.ts';
import { runOnce } from '../http/route.ts';
import type { ServiceEnv } from '../http/environment.ts';
import { setQuotaHeaders } from '../http/error-answers.ts';
import { gone, type StoredResponse } from '../http/idempotency.ts';
import type { ClientSecrets } from '../oauth/client-secrets.ts';
import { CODE_DELIVERIES } from '../one-time-codes/code-store.ts';
import type { NewSession, SessionCreation } from './create-session.ts';
import type { Sessions } from './sessions.ts';

export const sessionParams = z.object({ sessionId: idSchema });

/**
 * Response schemas of the session routes, as in the OpenAPI document. Every response is parsed with its schema, so
 * that the document and the service cannot disagree.
 */

const sessionStatus = z.enum(SESSION_STATUSES);
const time = z.string().describe('ISO 8601, UTC');

/** A batch as every answer about its session names it. */
export const batchAnswer = z
  .object({
    batchId: z.string(),
    total: z.number().describe('The number of documents'),
    documentsHash: z
      .string()
      .describe('Of the ordered list: SHA-256 of the documents’ hashes, each with a line feed behind it'),
    sealed: z
      .number()
      .optional()
      .describe('While the documents are being sealed, after the last step: how many are'),
  })
  .openapi('Batch');

export const createdAnswer = z
  .object({
    sessionId: z.string(),
    transactionId: z.string(),
    signerIndex: z.number().optional().describe('Present in envelopes.'),
    batch: batchAnswer.optional().describe('Present for a batch.'),
    status: sessionStatus,
    url: z.string().describe('The hosted page; the signer’s link is this with ?cs= and the client secret.'),
    clientSecret: z.string().describe('The signer’s credential. Answered here and nowhere else.'),
    expiresAt: time,
    createdAt: time,
    inviteSent: z.boolean().optional().describe('Present when the request named an owner.'),
  })
  .openapi('Session');

const stepReference = z.object({
  stepId: z.string(),
  type: z.enum(STEP_TYPES),
  status: z.enum(STEP_STATUSES),
});

const otp = z
  .object({
    channel: z.enum(OTP_CHANNELS),
    maskedDestination: z.string(),
    expiresAt: time,
    resendAvailableAt: time,
    attemptsLeft: z.number().describe('With this code; 0 for one that opens nothing any more.'),
    delivery: z
      .enum(CODE_DELIVERIES)
      .describe('Handed over to the mail server or gateway (sent), waiting for that, or refused for good.'),
  })
  .openapi('OneTimeCode');

const cloudCertificates = z
  .object({
    providers: z.array(z.object({ providerId: z.string(), name: z.string() })),
    authorization: z
      .object({
        providerId: z.string(),
        status: z
          .enum(['pending', 'identified', 'authorized', 'failed'])
          .describe(
            'identified: the certificate is known, and what is prepared with it has to be authorised yet (confirm_cloud_signing).',
          ),
        error: z.enum(CLOUD_ERRORS).optional(),
      })
      .optional()
      .describe('The newest one, until the document is signed or the certificate refused.'),
  })
  .openapi('CloudCertificates');

export const cloudProvidersAnswer = z
  .object({
    providers: z.array(
      z.object({
        providerId: z.string(),
        name: z.string(),
        certificate: z
          .enum(['found', 'not-found', 'unavailable', 'unknown'])
          .describe(
            'Whether it has one of the signer; unavailable: it did not say so within 3 seconds; unknown: only the signer can ask it.',
          ),
      }),
    ),
  })
  .openapi('CloudProviders');

export const bootstrapAnswer = z
  .object({
    sessionId: z.string(),
    transactionId: z.string(),
    status: sessionStatus,
    purpose: z.enum(PURPOSES),
    policy: z.object({ profile: z.enum(PROFILES) }),
    environment: z.enum(['sandbox', 'production']),
    signer: z
      .object({
        name: z.string(),
        maskedCpf: z.string().optional(),
        maskedCnpj: z.string().optional(),
        maskedEmail: z.string().optional(),
        maskedPhone: z.string().optional(),
        otpChannelSelectable: z.boolean().optional(),
        availableOtpChannels: z.array(z.enum(OTP_CHANNELS)).optional(),
      })
      .optional(),
    steps: z.array(
      stepReference.extend({
        order: z.number(),
        attempts: z.number(),
        maxAttempts: z.number(),
        error: z.enum(STEP_ERRORS).optional().describe('Why the last try did not pass it.'),
      }),
    ),
    otp: otp.optional().describe('The newest code, while OTP_VERIFY is the current step.'),
    action: actionSchema.optional(),
    disclosure: z
      .object({ version: z.string(), text: z.string(), textHash: z.string() })
      .optional()
      .describe('In sessions with a PURPOSE_DISCLOSURE step.'),
    biometrics: z
      .object({ mode: z.enum(BIOMETRIC_MODES) })
      .optional()
      .describe('In sessions with a camera step.'),
    certificateSources: z
      .array(z.enum(CERTIFICATE_SOURCES))
      .optional()
      .describe('In sessions with a DIGITAL_SIGN_A1 step: where the certificate may come from.'),
    cloud: cloudCertificates.optional().describe('While a certificate may sign that a provider keeps.'),
    govBr: z
      .object({ portalUrl: z.string().describe('Where the signer signs the document.') })
      .optional()
      .describe('While a document may be handed in that was signed at the gov.br portal.'),
    envelope: z
      .object({
        envelopeId: z.string(),
        signingMode: z.enum(SIGNING_MODES),
        signerIndex: z.number(),
        totalSigners: z.number(),
        completedSessions: z.number(),
        waitingForIndex: z.number().optional().describe('While an earlier signer has to sign first.'),
        createdAt: time.optional(),
        invited: z
          .boolean()
          .optional()
          .describe('Whether an e-mail tells the signer when their turn has come.'),
        signers: z
          .array(
            z.object({
              signerIndex: z.number(),
              name: z
                .string()
                .optional()
                .describe(
                  'Masked. Absent where `showSigners` is false, nobody was added for this place, or the session has ended.',
                ),
              signedAt: time.optional(),
            }),
          )
          .optional()
          .describe('All signers in their order.'),
      })
      .optional(),
    batch: batchAnswer
      .optional()
      .describe('Of a session over several documents. `document` is the first of them.'),
    locale: z.enum(LOCALES),
    expiresAt: time,
    serverTime: time,
    document: z
      .object({
        presignedUrl: z.string().optional(),
        filename: z.string().optional(),
        hash: z.string().optional(),
        signedHash: z.string().optional().describe('Of the signed document, once there is one'),
        sizeBytes: z.number().optional(),
        pages: z.number().optional(),
        warnings: z.array(documentWarningSchema).optional().describe('What the pages may not show'),
      })
      .optional(),
    appearance: appearanceSchema.optional(),
    returnUrl: z.string().optional(),
    cancelUrl: z.string().optional(),
    hostedUrl: z.string(),
    completedAt: time.optional(),
    evidenceId: z.string().optional(),
    verifierUrl: z.string().optional(),
    downloadUrl: z.string().optional(),
    cancelledBy: z.enum(['integrator', 'signer']).optional(),
    receipt: z
      .string()
      .optional()
      .describe('After the end: a JWS that says how it ended; its keys are at /.well-known/jwks.json.'),
    failure: z.object({ reason: z.string() }).optional(),
  })
  .openapi('SignerView');

const livenessChallenge = z
  .object({
    mode: z.enum(BIOMETRIC_MODES),
    nonce: z.string(),
    actions: z.array(z.enum(LIVENESS_ACTIONS)),
    maxFrames: z.number(),
    maxFrameBytes: z.number(),
    maxSeconds: z.number(),
    uploadUrlTemplate: z.string().describe('{index} counts from 0.'),
  })
  .openapi('LivenessChallenge');

export const advanceAnswer = z
  .object({
    sessionId: z.string(),
    status: sessionStatus,
    currentStep: stepReference.optional(),
    nextStep: stepReference.optional(),
    evidenceId: z.string().optional(),
    redirectUrl: z.string().optional(),
    completedAt: time.optional(),
    otp: otp.optional().describe('When the action made the service send a code.'),
    signatureRequestId: z.string().optional().describe('Answered to prepare_signing, with what follows.'),
    hashToSign: z.string().optional().describe('SHA-256 of dataToSign, in hex.'),
    hashAlgorithm: z.string().optional(),
    signatureAlgorithm: z.string().optional(),
    dataToSign: z.string().optional().describe('DER of the signed attributes, base64.'),
    baseUrl: z.string().optional().describe('Presigned address of the revision that is signed.'),
    appended: z
      .string()
      .optional()
      .describe(
        'What comes behind it, with room for the signature; base64. Alone, answered to prepare_portal_signing: what comes behind the session’s document.',
      ),
    downloadUrl: z
      .string()
      .optional()
      .describe('Answered to prepare_portal_signing: the whole file, for two minutes.'),
    byteRange: z.array(z.number()).optional(),
    certificateChainPems: z
      .array(z.string())
      .optional()
      .describe('Answered to prepare_cloud_signing: the certificate first.'),
    authorizationUrl: z
      .string()
      .optional()
      .describe(
        'Answered to authorize_cloud_signing and confirm_cloud_signing: opens the provider’s page, once, in the signer’s browser. Without it the authorisation has failed.',
      ),
    livenessSessionId: z.string().optional().describe('Answered to start_liveness, with what follows.'),
    liveness: livenessChallenge.optional(),
    hostedUrl: z.string().optional().describe('Where the step can be done when this device has no camera.'),
    sandbox: z.object({ otpCode: z.string() }).optional().describe('In the sandbox, the code itself.'),
    session: bootstrapAnswer,
  })
  .openapi('Advanced');

export const statusAnswer = z
  .object({
    sessionId: z.string(),
    transactionId: z.string(),
    status: sessionStatus,
    batch: batchAnswer.optional(),
    completedAt: time.optional(),
    evidenceId: z.string().optional(),
  })
  .openapi('SessionStatus');

export function statusOf(session: Session): z.output<typeof statusAnswer> {
  const { sessionId, transactionId, status: state, batch, evidence, endedAt } = session;
  const completion =
    evidence === undefined ? {} : { completedAt: endedAt?.toISOString(), evidenceId: evidence.evidenceId };
  return statusAnswer.parse({ sessionId, transactionId, status: state, batch, ...completion });
}

export const cancelledAnswer = z
  .object({
    sessionId: z.string(),
    transactionId: z.string(),
    status: z.literal('CANCELLED'),
    cancelledAt: time,
  })
  .openapi('Cancelled');

export const listAnswer = z
  .object({
    sessions: z.array(
      z.object({
        sessionId: z.string(),
        transactionId: z.string(),
        status: sessionStatus,
        createdAt: time,
        expiresAt: time,
        locale: z.enum(LOCALES),
        batchId: z.string().optional().describe('Of a session over several documents'),
      }),
    ),
    nextCursor: z.string().optional(),
  })
  .openapi('SessionList');

/** The stored response to a creation. It leaves out the client secret. */
function storedResponse(session: Session, links: SessionLinks): StoredResponse {
  const { sessionId, transactionId, status, request, envelope, batch } = session;
  // A later signer of an envelope is invited when it is their turn.
  const isInvited = request.inviteSent === true && envelope?.waitingForIndex === undefined;
  const invite = request.inviteSent === undefined ? {} : { inviteSent: isInvited };
  return {
    status: 201,
    body: {
      sessionId,
      transactionId,
      ...(envelope && { signerIndex: envelope.signerIndex }),
      ...(batch && { batch: batchAnswer.parse(batch) }),
      status,
      url: links.hostedUrl(sessionId),
      expiresAt: session.expiresAt.toISOString(),
      createdAt: session.createdAt.toISOString(),
      ...invite,
    },
  };
}

/** Creates sessions once per idempotency key, and answers with a client secret. */
export class SessionAnswers {
  readonly #core: Core;
  readonly #parts;

  constructor(core: Core, parts: { creation: SessionCreation; sessions: Sessions; secrets: ClientSecrets }) {
    this.#core = core;
    this.#parts = parts;
  }

  async create(
    c: Context<ServiceEnv>,
    tenant: Tenant,
    read: () => Promise<NewSession>,
  ): Promise<z.output<typeof createdAnswer>> {
    const { links } = this.#core;
    const { creation, sessions, secrets } = this.#parts;
    const made: Session[] = [];
    const answer = await runOnce(c, async saveResponse => {
      const { session, quota } = await creation.create(tenant, await read(), (queries, written) =>
        saveResponse(queries, storedResponse(written, links)),
      );
      made.push(session);
      if (quota !== undefined) setQuotaHeaders(c, quota);
      return storedResponse(session, links);
    });
    // Read the session only if an earlier request created it.
    const [session = await sessions.find(z.string().parse(answer.body['sessionId']))] = made;
    if (session === undefined) throw gone();
    c.header('Cache-Control', 'no-store');
    return createdAnswer.parse({ ...answer.body, clientSecret: await secrets.mint(session) });
  }
}

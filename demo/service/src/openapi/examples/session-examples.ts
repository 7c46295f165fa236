import type { Examples } from './example.ts';
import {
  CLIENT_SECRET,
  DOCUMENT_HASH,
  IDS,
  JPEG_TEXT,
  ORIGIN,
  PDF_TEXT,
  presigned,
  SIGNED_HASH,
  TIMES,
} from './values.ts';

const signer = {
  name: 'Maria da Silva',
  cpf: '52998224725',
  email: 'maria@example.com',
  userExternalId: 'user-7',
};
const metadata = { order: '7' };
const action = { type: 'pix_transfer', description: 'Transfer R$ 1.250,00 to João Souza.' };

const session = {
  sessionId: IDS.session,
  transactionId: IDS.transaction,
  status: 'ACTIVE',
  url: `${ORIGIN}/s/${IDS.session}`,
  clientSecret: CLIENT_SECRET,
  expiresAt: TIMES.expires,
  createdAt: TIMES.created,
};
const status = {
  sessionId: IDS.session,
  transactionId: IDS.transaction,
  status: 'COMPLETED',
  completedAt: TIMES.completed,
  evidenceId: IDS.evidence,
};
const cancelled = {
  sessionId: IDS.session,
  transactionId: IDS.transaction,
  status: 'CANCELLED',
  cancelledAt: TIMES.completed,
};
const withdrawn = { reason: 'No longer needed' };

const sentStep = { stepId: 'stp_3Z5X7C9V1B4N6M8Q0W2E5R7T9Y', type: 'OTP_CHALLENGE', status: 'COMPLETED' };
const otpStep = { stepId: 'stp_0B2N4M6Q8W1E3R5T7Y9P0A2S4D', type: 'OTP_VERIFY', status: 'PENDING' };
const otp = {
  channel: 'email',
  maskedDestination: 'm****@example.com',
  expiresAt: '2026-11-20T15:05:12.000Z',
  resendAvailableAt: '2026-11-20T15:00:42.000Z',
  attemptsLeft: 3,
  delivery: 'sent',
};
const view = {
  sessionId: IDS.session,
  transactionId: IDS.transaction,
  status: 'ACTIVE',
  purpose: 'DOCUMENT_SIGNATURE',
  policy: { profile: 'CLICK_PLUS_OTP' },
  environment: 'sandbox',
  signer: { name: 'Maria da Silva', maskedCpf: '***.982.247-**', maskedEmail: otp.maskedDestination },
  steps: [
    { stepId: IDS.step, type: 'CLICK_ACCEPT', status: 'COMPLETED', order: 1, attempts: 1, maxAttempts: 3 },
    { ...sentStep, order: 2, attempts: 1, maxAttempts: 3 },
    { ...otpStep, order: 3, attempts: 0, maxAttempts: 9 },
  ],
  otp,
  locale: 'pt-BR',
  expiresAt: TIMES.expires,
  serverTime: '2026-11-20T15:00:12.000Z',
  document: {
    presignedUrl: presigned(IDS.document),
    filename: 'contrato.pdf',
    hash: DOCUMENT_HASH,
    sizeBytes: 48_211,
    pages: 3,
  },
  hostedUrl: session.url,
};
const advanced = {
  sessionId: IDS.session,
  status: 'ACTIVE',
  currentStep: { stepId: IDS.step, type: 'CLICK_ACCEPT', status: 'COMPLETED' },
  nextStep: otpStep,
  otp,
  sandbox: { otpCode: '493027' },
  session: view,
};

/** Each action of `advance`. */
const actions = {
  accept: {
    action: 'accept',
    acceptedDocumentHash: DOCUMENT_HASH,
    textVersion: '2026-11',
    locale: 'pt-BR',
    documentView: { pagesViewed: 3, pages: 3, notices: [] },
  },
  acknowledge_purpose: { action: 'acknowledge_purpose', acknowledged: true, disclosureVersion: '2026-11' },
  resend_otp: { action: 'resend_otp', otpChannel: 'email' },
  verify_otp: { action: 'verify_otp', otpCode: '493027' },
  prepare_signing: {
    action: 'prepare_signing',
    certificateChainPems: ['-----BEGIN CERTIFICATE-----\nMIIH…\n-----END CERTIFICATE-----\n'],
  },
  complete_signing: {
    action: 'complete_signing',
    signatureRequestId: IDS.signatureRequest,
    rawSignatureBase64: 'c2lnbmF0dXJl',
  },
  start_liveness: { action: 'start_liveness', capabilities: { camera: true } },
  complete_liveness: {
    action: 'complete_liveness',
    livenessSessionId: IDS.liveness,
    liveness: {
      nonce: '6f1c2b9e0a7d4853b1e6c0f29a8d7e34',
      frames: [{ index: 0, action: 'CENTER', capturedAt: 500, sha256: SIGNED_HASH }],
    },
  },
  submit_document_photo: {
    action: 'submit_document_photo',
    documentImage: JPEG_TEXT,
    documentType: 'CNH',
  },
};

/** Examples for signing sessions, trust sessions and their signers. */
export const SESSION_EXAMPLES: Examples = {
  createSigningSession: {
    request: {
      purpose: 'DOCUMENT_SIGNATURE',
      policy: { profile: 'CLICK_PLUS_OTP' },
      signer,
      document: { content: PDF_TEXT, filename: 'contrato.pdf' },
      metadata,
      returnUrl: 'https://shop.example/signed',
      locale: 'pt-BR',
      expiresInMinutes: 60,
    },
    answer: session,
  },
  listSigningSessions: {
    answer: {
      sessions: [
        {
          sessionId: IDS.session,
          transactionId: IDS.transaction,
          status: 'ACTIVE',
          createdAt: TIMES.created,
          expiresAt: TIMES.expires,
          locale: 'pt-BR',
        },
      ],
    },
  },
  createTrustSession: {
    request: { action, policy: { profile: 'CLICK_PLUS_OTP' }, signer, metadata, expiresInMinutes: 60 },
    answer: session,
  },
  getTrustSessionStatus: { answer: status },
  cancelTrustSession: { request: withdrawn, answer: cancelled },
  getSigningSession: { answer: view },
  getSigningSessionStatus: { answer: status },
  advanceSigningSession: { requests: actions, answer: advanced },
  resendOneTimeCode: { request: { channel: 'sms' }, answer: advanced },
  cancelSigningSession: { request: withdrawn, answer: cancelled },
  createHandover: {
    request: {},
    answer: { url: `${session.url}?h=q0Zr7xJ2mV5cT8bN1wLk4g`, expiresAt: '2026-11-20T15:03:03.500Z' },
  },
  exchangeHandoverCode: {
    request: { code: 'q0Zr7xJ2mV5cT8bN1wLk4g' },
    answer: { clientSecret: CLIENT_SECRET },
  },
};

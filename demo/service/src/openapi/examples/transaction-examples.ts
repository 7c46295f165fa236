import type { Examples } from './example.ts';
import {
  DOCUMENT_HASH,
  EVIDENCE_HASH,
  IDS,
  JPEG_TEXT,
  ORIGIN,
  PASSED_STEP,
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
const policy = { profile: 'CLICK_PLUS_OTP' };
const metadata = { order: '7' };

const step = {
  tenantId: IDS.tenant,
  transactionId: IDS.transaction,
  stepId: IDS.step,
  type: 'CLICK_ACCEPT',
  status: 'COMPLETED',
  order: 1,
  attempts: 1,
  maxAttempts: 3,
  startedAt: TIMES.created,
  completedAt: TIMES.completed,
  result: { click: { accepted: true, textVersion: '2026-11', locale: 'pt-BR' } },
};
const sentStep = {
  tenantId: IDS.tenant,
  transactionId: IDS.transaction,
  stepId: 'stp_3Z5X7C9V1B4N6M8Q0W2E5R7T9Y',
  type: 'OTP_CHALLENGE',
  status: 'COMPLETED',
  order: 2,
  attempts: 1,
  maxAttempts: 3,
  startedAt: TIMES.completed,
  completedAt: TIMES.completed,
};
const codeStep = {
  tenantId: IDS.tenant,
  transactionId: IDS.transaction,
  stepId: 'stp_0B2N4M6Q8W1E3R5T7Y9P0A2S4D',
  type: 'OTP_VERIFY',
  status: 'PENDING',
  order: 3,
  attempts: 0,
  maxAttempts: 9,
};
const transaction = {
  tenantId: IDS.tenant,
  transactionId: IDS.transaction,
  status: 'IN_PROGRESS',
  purpose: 'DOCUMENT_SIGNATURE',
  policy,
  signer,
  document: { hash: DOCUMENT_HASH, filename: 'contrato.pdf' },
  steps: [step, sentStep, codeStep],
  metadata,
  expiresAt: TIMES.expires,
  createdAt: TIMES.created,
  updatedAt: TIMES.completed,
};
const uploaded = {
  transactionId: IDS.transaction,
  documentHash: DOCUMENT_HASH,
  status: 'DOCUMENT_UPLOADED',
  uploadedAt: TIMES.created,
};
const signing = { stepId: IDS.step, attempts: 0, maxAttempts: 3 };

/** The body that completes a step, by step type. */
const completions = {
  CLICK_ACCEPT: { accepted: true, textVersion: '2026-11', acceptedDocumentHash: DOCUMENT_HASH },
  OTP_VERIFY: { code: '493027' },
  BIOMETRIC_LIVENESS: {
    livenessSessionId: IDS.liveness,
    liveness: { nonce: '6f1c2b9e0a7d4853b1e6c0f29a8d7e34' },
  },
  BIOMETRIC_MATCH: { referenceImage: { source: 'BASE64_IMAGE', data: JPEG_TEXT } },
  DOCUMENT_PHOTO_MATCH: { documentImage: JPEG_TEXT, documentType: 'CNH' },
  PURPOSE_DISCLOSURE: { acknowledged: true },
};

/** Examples for the direct flow and its evidence. */
export const TRANSACTION_EXAMPLES: Examples = {
  createTransaction: {
    request: {
      purpose: 'DOCUMENT_SIGNATURE',
      policy,
      signer,
      document: { content: PDF_TEXT, filename: 'contrato.pdf' },
      metadata,
    },
    answer: transaction,
  },
  listTransactions: { answer: { transactions: [transaction], count: 1 } },
  getTransaction: { answer: transaction },
  cancelTransaction: {
    answer: { transactionId: IDS.transaction, status: 'CANCELLED', cancelledAt: TIMES.completed },
  },
  uploadDocument: { request: { content: PDF_TEXT, filename: 'contrato.pdf' }, answer: uploaded },
  createDocumentUpload: {
    request: { contentType: 'application/pdf', filename: 'contrato.pdf' },
    answer: {
      uploadUrl: `${ORIGIN}/v1/uploads/${IDS.document}?token=example`,
      uploadToken: 'eyJhbGciOiJFUzI1NiJ9.example',
      s3Key: IDS.document,
      expiresIn: 900,
      contentType: 'application/pdf',
      instructions: 'PUT the bytes to uploadUrl with this content type, then confirm with uploadToken.',
    },
  },
  confirmDocumentUpload: {
    request: {
      uploadToken: 'eyJhbGciOiJFUzI1NiJ9.example',
      documentHash: DOCUMENT_HASH,
      sizeBytes: 48_211,
    },
    answer: uploaded,
  },
  listSteps: { answer: { transactionId: IDS.transaction, steps: [step, sentStep, codeStep] } },
  startStep: {
    request: { otpChannel: 'email' },
    answer: {
      ...codeStep,
      otp: {
        channel: 'email',
        maskedDestination: 'm****@example.com',
        expiresAt: '2026-11-20T15:05:12.000Z',
        resendAvailableAt: '2026-11-20T15:00:42.000Z',
        attemptsLeft: 3,
        delivery: 'sent',
      },
      otpCode: '493027',
    },
  },
  completeStep: { requests: completions, answer: step },
  prepareSignature: {
    request: { certificateChainPems: ['-----BEGIN CERTIFICATE-----\nMIIH…\n-----END CERTIFICATE-----\n'] },
    answer: {
      ...signing,
      status: 'PENDING',
      signatureRequestId: IDS.signatureRequest,
      hashToSign: SIGNED_HASH.slice('sha256:'.length),
      hashAlgorithm: 'SHA-256',
      signatureAlgorithm: 'RSASSA-PKCS1-v1_5',
      dataToSign: 'MYIBATAYBgkqhkiG9w0BCQMx',
      baseUrl: presigned(IDS.document),
      appended: 'CjEyIDAgb2JqCg==',
      byteRange: [0, 48_400, 80_400, 1200],
    },
  },
  completeSignature: {
    request: { signatureRequestId: IDS.signatureRequest, rawSignatureBase64: 'c2lnbmF0dXJl' },
    answer: {
      ...signing,
      status: 'COMPLETED',
      attempts: 1,
      result: {
        digitalSignature: {
          certificateSubject: 'CN=MARIA DA SILVA:52998224725',
          certificateSerial: '4A1F00C2',
          certificateIssuer: 'CN=AC Example RFB v5',
          algorithm: 'RSASSA-PKCS1-v1_5',
          signedAt: TIMES.completed,
          signedPdfHash: SIGNED_HASH,
          signatureFieldName: 'Signature1',
        },
      },
    },
  },
  finalizeTransaction: {
    request: { signerContext: { ipAddress: '203.0.113.7', userAgent: 'Mozilla/5.0' } },
    answer: {
      transactionId: IDS.transaction,
      status: 'COMPLETED',
      evidenceId: IDS.evidence,
      evidenceHash: EVIDENCE_HASH,
      completedAt: TIMES.completed,
    },
  },
  getEvidence: {
    answer: {
      tenantId: IDS.tenant,
      transactionId: IDS.transaction,
      evidenceId: IDS.evidence,
      evidenceHash: EVIDENCE_HASH,
      status: 'COMPLETED',
      signer,
      steps: [PASSED_STEP],
      document: { hash: DOCUMENT_HASH, filename: 'contrato.pdf' },
      signedHash: SIGNED_HASH,
      createdAt: TIMES.created,
      completedAt: TIMES.completed,
      downloadUrl: presigned('doc_7J9K1Z3X5C8V0B2N4M6Q1W3E5R'),
      expiresIn: 3600,
    },
  },
  getTransactionDocuments: {
    answer: {
      transactionId: IDS.transaction,
      documentHash: DOCUMENT_HASH,
      signedHash: SIGNED_HASH,
      originalUrl: presigned(IDS.document),
      signedUrl: presigned('doc_2W4E6R8T1Y3P5A7S9D0F2G4H6J'),
      expiresIn: 3600,
      documentFormat: 'pdf',
    },
  },
};

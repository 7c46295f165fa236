import type { Examples } from './example.ts';
import {
  CLIENT_SECRET,
  DOCUMENT_HASH,
  EVIDENCE_HASH,
  IDS,
  MASKED_SIGNER,
  ORIGIN,
  PDF_TEXT,
  presigned,
  SIGNED_HASH,
  TIMES,
} from './values.ts';

const envelope = {
  envelopeId: IDS.envelope,
  status: 'CREATED',
  signingMode: 'PARALLEL',
  totalSigners: 2,
  documentHash: DOCUMENT_HASH,
  createdAt: TIMES.created,
  expiresAt: TIMES.nextDay,
};
const stamp = { downloadUrl: presigned('doc_5X7C9V1B3N6M8Q0W2E4R6T9Y1P'), expiresIn: 3600, signerCount: 2 };
const { displayName, cpfCnpj } = MASKED_SIGNER;

/** Examples for envelopes and their verification. */
export const ENVELOPE_EXAMPLES: Examples = {
  createEnvelope: {
    request: {
      signingMode: 'PARALLEL',
      totalSigners: 2,
      document: { content: PDF_TEXT, filename: 'contrato.pdf' },
      locale: 'pt-BR',
      expiresInMinutes: 1440,
    },
    answer: envelope,
  },
  addEnvelopeSession: {
    request: {
      signerIndex: 1,
      policy: { profile: 'CLICK_ONLY' },
      signer: { name: 'Maria da Silva', cpf: '52998224725', userExternalId: 'user-7' },
    },
    answer: {
      sessionId: IDS.session,
      transactionId: IDS.transaction,
      signerIndex: 1,
      status: 'ACTIVE',
      url: `${ORIGIN}/s/${IDS.session}`,
      clientSecret: CLIENT_SECRET,
      expiresAt: TIMES.nextDay,
      createdAt: TIMES.created,
    },
  },
  getEnvelope: {
    answer: {
      ...envelope,
      status: 'ACTIVE',
      addedSessions: 1,
      completedSessions: 1,
      sessions: [
        {
          sessionId: IDS.session,
          transactionId: IDS.transaction,
          signerIndex: 1,
          signerName: 'Maria da Silva',
          status: 'COMPLETED',
          completedAt: TIMES.completed,
          evidenceId: IDS.evidence,
        },
      ],
      updatedAt: TIMES.completed,
    },
  },
  cancelEnvelope: {
    request: { reason: 'No longer needed' },
    answer: {
      envelopeId: IDS.envelope,
      status: 'CANCELLED',
      cancelledCount: 1,
      preservedSignedCount: 0,
      cancelledSessions: [{ sessionId: IDS.session, transactionId: IDS.transaction }],
    },
  },
  createCombinedStamp: { answer: { envelopeId: IDS.envelope, ...stamp } },
  createDocumentGroupStamp: { answer: { groupId: IDS.envelope, ...stamp } },
  verifyEnvelope: {
    answer: {
      envelopeId: IDS.envelope,
      status: 'ACTIVE',
      signingMode: 'PARALLEL',
      totalSigners: 2,
      completedSessions: 1,
      documentHash: DOCUMENT_HASH,
      tenantName: 'Shop S.A.',
      createdAt: TIMES.created,
      signers: [
        {
          signerIndex: 1,
          displayName,
          cpfCnpj,
          status: 'COMPLETED',
          policyProfile: 'CLICK_ONLY',
          evidenceId: IDS.evidence,
          completedAt: TIMES.completed,
        },
        { signerIndex: 2, displayName: '#2', status: 'ACTIVE', policyProfile: 'CLICK_ONLY' },
      ],
      downloads: { combinedSignedPdf: null },
      signatures: [
        {
          evidenceId: IDS.evidence,
          evidenceHash: EVIDENCE_HASH,
          signedHash: SIGNED_HASH,
          signerIndex: 1,
          completedAt: TIMES.completed,
          signer: MASKED_SIGNER,
        },
      ],
    },
  },
};

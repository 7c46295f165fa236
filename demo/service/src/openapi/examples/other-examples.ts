import type { Examples } from './example.ts';
import {
  DOCUMENT_HASH,
  EVIDENCE_HASH,
  IDS,
  JPEG_TEXT,
  MASKED_SIGNER,
  PASSED_STEP,
  PDF_TEXT,
  SIGNED_HASH,
  TIMES,
} from './values.ts';

const health = {
  status: 'healthy',
  version: '0.2.0',
  timestamp: TIMES.created,
  services: { database: { status: 'healthy', latency: 1 }, documents: { status: 'healthy', latency: 0 } },
};
const webhook = {
  webhookId: IDS.webhook,
  url: 'https://shop.example/webhooks',
  events: ['TRANSACTION.COMPLETED', 'ENVELOPE.ALL_SIGNED'],
  status: 'ACTIVE',
  createdAt: TIMES.created,
};
const listed = { ...webhook, updatedAt: TIMES.created };

const enrollment = {
  userExternalId: 'user-7',
  enrollmentHash: EVIDENCE_HASH,
  enrollmentVersion: 1,
  enrollmentSource: 'BANK_PROVIDED',
  enrolledAt: TIMES.created,
  expiresAt: '2027-11-20T14:58:03.500Z',
  cpf: '52998224725',
  faceConfidence: 0.97,
  faceConfidenceBasis: 'FACE',
  faceProvider: 'faces.example',
};

/** Examples for tokens, users, verification, webhooks, health and administration. */
export const OTHER_EXAMPLES: Examples = {
  createAccessToken: {
    request: {
      grant_type: 'client_credentials',
      client_id: 'shop',
      client_secret: 'the client’s secret',
      scope: 'transactions:write transactions:read',
    },
    answer: {
      access_token: 'eyJhbGciOiJFUzI1NiJ9.example',
      token_type: 'Bearer',
      expires_in: 900,
      scope: 'transactions:read transactions:write',
    },
  },
  putEnrollment: {
    request: { image: JPEG_TEXT, cpf: '52998224725', source: 'BANK_PROVIDED' },
    answer: enrollment,
  },
  getEnrollment: { answer: enrollment },
  verifyEvidence: {
    answer: {
      evidenceId: IDS.evidence,
      schemaVersion: '1.0',
      environment: 'production',
      status: 'COMPLETED',
      purpose: 'DOCUMENT_SIGNATURE',
      tenantId: IDS.tenant,
      transactionId: IDS.transaction,
      createdAt: TIMES.created,
      completedAt: TIMES.completed,
      timestamps: { createdAt: TIMES.created, completedAt: TIMES.completed },
      document: {
        filename: 'contrato.pdf',
        hash: DOCUMENT_HASH,
        sizeBytes: 48_211,
        pages: 3,
        warnings: [],
      },
      action: null,
      signatureKind: 'simple',
      documentHash: DOCUMENT_HASH,
      signedHash: SIGNED_HASH,
      evidenceHash: EVIDENCE_HASH,
      tenantName: 'Shop S.A.',
      sealedBy: { name: 'SIGNATURE SERVICE', cnpj: '11222333000181', issuer: 'AC Example v5' },
      signer: MASKED_SIGNER,
      policy: { profile: 'CLICK_ONLY' },
      steps: [PASSED_STEP],
      context: { ipAddress: '203.0.113.***' },
    },
  },
  getVerificationDownloads: {
    answer: {
      evidenceId: IDS.evidence,
      downloads: { originalDocument: null, evidencePack: null, finalPdf: null },
    },
  },
  verifyDocument: {
    request: { content: PDF_TEXT, filename: 'contrato.pdf' },
    answer: {
      signed: true,
      signatureCount: 1,
      signatures: [
        {
          method: 'PAdES',
          type: 'pades',
          role: 'approval',
          subFilter: 'ETSI.CAdES.detached',
          filter: 'Adobe.PPKLite',
          confidence: 'high',
          indication: 'TOTAL-PASSED',
          fieldName: 'Signature1',
          coverage: { wholeFile: true, bytesAfter: 0 },
          laterChanges: { level: 'none', permitted: true },
          digest: { valid: true },
          signature: { valid: true, algorithm: 'RSASSA-PKCS1-v1_5' },
          chain: { trusted: true, certificates: 3, issuer: 'AC Example v5' },
          revocation: { status: 'good' },
          claimedAt: TIMES.completed,
        },
      ],
      checkedAt: TIMES.completed,
    },
  },
  listTrustAnchors: { answer: { certificates: ['MIIGozCCBIugAwIBAgIB'], time: TIMES.created } },
  createWebhook: {
    request: { url: webhook.url, events: webhook.events },
    answer: { ...webhook, secret: 'whsec_example' },
  },
  listWebhooks: { answer: { webhooks: [listed], count: 1 } },
  testWebhook: {
    answer: {
      webhookId: IDS.webhook,
      testDelivery: { httpStatus: 200, success: true, error: null, timestamp: TIMES.created },
    },
  },
  enableWebhook: { answer: listed },
  getHealth: { answer: health },
  getReadiness: { answer: { status: 'ready' } },
  listHealthHistory: { answer: { entries: [health] } },
  createCredentials: {
    request: { mode: 'sandbox', scopes: ['transactions:read', 'transactions:write'] },
    answer: {
      tenantId: IDS.tenant,
      clientId: IDS.client,
      clientSecret: 'cs_example',
      mode: 'sandbox',
      scopes: ['transactions:read', 'transactions:write'],
      createdAt: TIMES.created,
    },
  },
  setTenantMode: { request: { mode: 'sandbox' }, answer: { tenantId: IDS.tenant, mode: 'sandbox' } },
};

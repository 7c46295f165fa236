/** Values that examples share, so that they all show the same session. */

export const ORIGIN = 'https://sign.example';

export const IDS = {
  session: 'ss_5R0MZ8Q2W4T7V9X1C3B6N8K0JH',
  transaction: 'tx_7H2KD9F4S6A8P0Q1W3E5R7T9YM',
  otherTransaction: 'tx_2B8NX5V3C1Z9K7J6H4G2F0D8SQ',
  envelope: 'env_3M1N9B7V5C2X4Z6K8J0H1G3F5D',
  evidence: 'ev_9Q7W5E3R1T2Y4P6A8S0D1F3G5H',
  document: 'doc_1A3S5D7F9G0H2J4K6Z8X1C3V5B',
  step: 'stp_4T6Y8P0A2S1D3F5G7H9J0K2Z4X',
  liveness: 'liv_6G8H0J2K4Z1X3C5V7B9N0M2Q4W',
  signatureRequest: 'sig_8Z0X2C4V6B1N3M5Q7W9E0R2T4Y',
  webhook: 'wh_0K2J4H6G8F1D3S5A7P9Y0T2R4E',
  delivery: 'del_4f9a1c07b2de63580a7c9e15d4b8f062',
  client: 'cli_2E4R6T8Y0P1A3S5D7F9G0H2J4K',
  tenant: 'tenant_shop',
} as const;

export const TIMES = {
  created: '2026-11-20T14:58:03.500Z',
  completed: '2026-11-20T15:04:41.120Z',
  expires: '2026-11-20T15:58:03.500Z',
  nextDay: '2026-11-21T14:58:03.500Z',
} as const;

export const DOCUMENT_HASH = 'sha256:9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08';
export const SIGNED_HASH = 'sha256:60303ae22b998861bce3b28f33eec1be758a213c86c93c076dbe9f558c11c752';
export const EVIDENCE_HASH = 'sha256:fd61a03af4f77d870fc21e05e7e80678095c92d808cfb3b5c279ee04c74aca13';

/** The beginning of a PDF and of a JPEG in base64; real ones are longer. */
export const PDF_TEXT = 'JVBERi0xLjcK';
export const JPEG_TEXT = '/9j/4AAQSkZJRgAB';

/** A session's `clientSecret`, shortened. Real secrets look different. */
export const CLIENT_SECRET = 'ss_secret_eyJhbGciOiJFUzI1NiJ9.example';

export const presigned = (documentId: string): string =>
  `${ORIGIN}/v1/documents/${documentId}?key=key_example&expires=1795190283&signature=example`;

/** A signer as verification shows them. */
export const MASKED_SIGNER = {
  displayName: 'Maria da S***',
  name: 'Maria da S***',
  cpfCnpj: '***.982.247-**',
  cpf: '***.982.247-**',
  email: 'm****@example.com',
};

/** A step as an evidence pack has it. */
export const PASSED_STEP = {
  stepId: IDS.step,
  type: 'CLICK_ACCEPT',
  status: 'COMPLETED',
  order: 1,
  startedAt: TIMES.created,
  completedAt: TIMES.completed,
  result: {
    click: { accepted: true, textVersion: '2026-11', locale: 'pt-BR', acceptedDocumentHash: DOCUMENT_HASH },
  },
};

import type { StepType } from '@sign-session/session-rules';
import type { Locale } from '../domain/locales.ts';
import type { SignatureKind } from '../domain/signature-kind.ts';
import type { Performer } from '../domain/step.ts';

/** Any of this may come from outside; it is drawn as text and never becomes PDF syntax. */
export interface EvidencePageContent {
  locale: Locale;
  /** A sandbox signature: the page says so at the top. */
  isTest: boolean;
  filename: string;
  /** Hash of the original document: `sha256:` and 64 hex digits. */
  documentHash: string;
  /** Where it stands among documents that were signed together. */
  batch?: { batchId: string; position: number; total: number } | undefined;
  /** Hash of the signed document; absent on a page inside it, which cannot know it. */
  signedHash?: string | undefined;
  signer: { name: string; maskedCpf?: string | undefined; maskedCnpj?: string | undefined };
  signatureKind: SignatureKind;
  /** The masked destination of the signer's code. */
  codeSentTo?: string | undefined;
  /** The signer's masked e-mail address or phone number. Shown where no code was sent. */
  contact?: string | undefined;
  ipAddress?: string | undefined;
  /** The signer's browser, by what it called itself. */
  browser?: string | undefined;
  tenantName: string;
  /** Formatted, like all numbers here. */
  tenantCnpj?: string | undefined;
  /** Subject and issuer of the sealing certificate. */
  sealedBy: { name: string; cnpj?: string | undefined; issuer: string };
  requestedAt: Date;
  /** When the signer first opened the session. */
  openedAt?: Date | undefined;
  signedAt: Date;
  evidenceId: string;
  transactionId: string;
  verifierUrl: string;
  steps: readonly EvidenceStep[];
}

export interface EvidenceStep {
  type: StepType;
  completedAt: Date;
  /** Undefined: an older version did not note it. */
  performedBy?: Performer | undefined;
  /** How much of the document was shown before it was accepted. */
  pages?: { pagesViewed: number; pages: number } | undefined;
}

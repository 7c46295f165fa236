import type { Session, SessionDocument } from '../domain/session.ts';
import type { Tenant } from '../domain/tenant.ts';

/** What the evidence page says. */
export interface SealingFacts {
  /** With all its steps done. */
  readonly session: Session;
  /** The session's. */
  readonly document: SessionDocument;
  readonly tenant: Tenant;
  readonly evidenceId: string;
  readonly verifierUrl: string;
  readonly completedAt: Date;
  /** The signer's, when they signed. */
  readonly ipAddress: string | undefined;
}

/** Whom the certificate names that the service seals with. */
export interface SealHolder {
  readonly name: string;
  /** 14 digits or capital letters. */
  readonly cnpj: string | undefined;
  /** The authority that issued it. */
  readonly issuer: string;
}

import * as z from 'zod';
import type { BatchPlace } from '../domain/batch.ts';
import type { Session, SessionDocument } from '../domain/session.ts';
import type { Tenant } from '../domain/tenant.ts';

/** The facts that the evidence page shows. */
export interface SealingInput {
  /** With all its steps completed. */
  readonly session: Session;
  /** The session's document. */
  readonly document: SessionDocument;
  /** Of a document that is signed together with others. */
  readonly place?: BatchPlace | undefined;
  readonly tenant: Tenant;
  readonly evidenceId: string;
  readonly verifierUrl: string;
  readonly completedAt: Date;
  /** The signer's address when they signed. */
  readonly ipAddress: string | undefined;
  /** What the signer's browser called itself then. */
  readonly userAgent: string | undefined;
}

/** The subject of the service's sealing certificate. */
export const sealHolderSchema = z.object({
  name: z.string(),
  cnpj: z.string().optional().describe('14 digits or capital letters'),
  issuer: z.string().describe('The issuing authority'),
});
export type SealHolder = Readonly<z.output<typeof sealHolderSchema>>;

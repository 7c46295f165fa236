import type { CertificateSource } from '../../session-rules/src/index.ts';

/** What doesn't move in a fake session. */
export interface SessionFacts {
  readonly sessionId: string;
  readonly transactionId: string;
  readonly tenantId: string;
  /** The integrator's own, for the receipt. */
  readonly state: string | undefined;
  /** Without a slash at the end. */
  readonly baseUrl: string;
  readonly locale: 'pt-BR' | 'en' | 'es';
  readonly expiresAt: string;
  readonly signer: { readonly name: string; readonly email?: string; readonly phone?: string };
  readonly choosesChannel: boolean;
  readonly liveness: 'SIMULATED' | 'LIVE';
  readonly certificateSources: readonly CertificateSource[];
  readonly action: { readonly type: string; readonly description: string } | undefined;
  /** Of a session over several documents. */
  readonly batchId: string | undefined;
  readonly returnUrl: string | undefined;
  readonly cancelUrl: string | undefined;
  readonly appearance: unknown;
}

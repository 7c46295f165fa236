import * as z from 'zod';
import { CLOUD_ERRORS } from '../../psc/psc-error.ts';
import { nullable, rowSchema } from '../../storage/row-schema.ts';

/** Where the provider's page leads back to: the window closes, or the page that the signer came from opens again. */
export type ReturnTarget =
  { readonly kind: 'window' } | { readonly kind: 'hosted' } | { readonly kind: 'page'; readonly url: string };

const returnTarget = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('window') }),
  z.object({ kind: z.literal('hosted') }),
  z.object({ kind: z.literal('page'), url: z.string() }),
]);

/** What is sealed until the signer comes back. */
export const askedSchema = z.object({ verifier: z.string(), state: z.string(), target: returnTarget });
export type AskedAuthorization = z.output<typeof askedSchema>;

export const codeSchema = z.object({ verifier: z.string(), code: z.string() });
export type GivenCode = z.output<typeof codeSchema>;

/** A token with the certificate that it signs by. The certificates are base64 DER, the signer's first. */
export const readySchema = z.object({
  token: z.string(),
  alias: z.string(),
  chain: z.array(z.string()).min(1),
});
export type ReadyAuthorization = z.output<typeof readySchema>;

export const authorizationRow = rowSchema({
  sessionId: z.string(),
  providerId: z.string(),
  status: z.enum(['PENDING', 'AUTHORIZED', 'EXCHANGING', 'READY', 'SPENT', 'SIGNED', 'FAILED']),
  failure: nullable(z.enum(CLOUD_ERRORS)),
  sealed: nullable(z.string()),
  expiresAt: z.date(),
});
export type AuthorizationRow = z.output<typeof authorizationRow>;

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

/** A certificate at a provider. The certificates are base64 DER, the signer's first. */
const certificateShape = {
  alias: z.string(),
  chain: z.array(z.string()).min(1),
  /** What its key signs by, where the provider has to be told. */
  signAlgo: z.string().optional(),
};

/** What a second authorisation is for: these hashes (SHA-256, base64), by this certificate. */
const credentialSchema = z.object({ ...certificateShape, hashes: z.array(z.string()).min(1) });
export type CredentialToAuthorize = z.output<typeof credentialSchema>;

/** What is sealed until the signer comes back. */
export const askedSchema = z.object({
  verifier: z.string(),
  state: z.string(),
  target: returnTarget,
  credential: credentialSchema.optional(),
});
export type AskedAuthorization = z.output<typeof askedSchema>;

export const codeSchema = z.object({
  verifier: z.string(),
  code: z.string(),
  credential: credentialSchema.optional(),
});
export type GivenCode = z.output<typeof codeSchema>;

/** A certificate that was found, and the token that signs by it; without one the signatures are to be authorised. */
export const readySchema = z.object({
  ...certificateShape,
  token: z.string().optional(),
  /** All that the token signs; undefined: the provider was not told. */
  hashes: z.array(z.string()).optional(),
});
export type ReadyAuthorization = z.output<typeof readySchema>;

/**
 * Providers with the CSC API are asked twice: for the `service`, which shows the certificates, and for the `credential`,
 * which signs. The others are asked once, and have no scope here.
 */
export type AuthorizationScope = 'service' | 'credential';

export const authorizationRow = rowSchema({
  sessionId: z.string(),
  providerId: z.string(),
  scope: nullable(z.enum(['service', 'credential'])),
  status: z.enum(['PENDING', 'AUTHORIZED', 'EXCHANGING', 'READY', 'SPENT', 'SIGNED', 'FAILED']),
  failure: nullable(z.enum(CLOUD_ERRORS)),
  sealed: nullable(z.string()),
  expiresAt: z.date(),
});
export type AuthorizationRow = z.output<typeof authorizationRow>;

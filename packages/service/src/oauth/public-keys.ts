import { createPublicKey } from 'node:crypto';
import * as z from 'zod';

/** 32 bytes in base64url. */
const coordinate = z.string().regex(/^[A-Za-z0-9_-]{43}$/, 'Must be 32 bytes in base64url.');

/** A client's public key for ES256 (RFC 7517 and RFC 7518, 6.2). A private key is refused. */
export const publicKeySchema = z
  .object({
    kty: z.literal('EC'),
    crv: z.literal('P-256'),
    x: coordinate,
    y: coordinate,
    kid: z.string().min(1).max(200),
    alg: z.literal('ES256').optional(),
    use: z.literal('sig').optional(),
    d: z.unknown().optional().meta({ not: {} }),
  })
  .refine(({ d }) => d === undefined, {
    path: ['d'],
    message: 'This is a private key; register the public key.',
  })
  .transform(({ kty, crv, x, y, kid }) => ({ kty, crv, x, y, kid }));

export type PublicKey = z.output<typeof publicKeySchema>;

/** Whether the coordinates are a point on the curve. */
function isOnCurve(key: PublicKey): boolean {
  try {
    createPublicKey({ key, format: 'jwk' });
    return true;
  } catch {
    return false;
  }
}

/** A public key at its registration. */
export const newPublicKeySchema = publicKeySchema.refine(isOnCurve, {
  path: ['x'],
  message: 'Is not a point on the curve P-256.',
});

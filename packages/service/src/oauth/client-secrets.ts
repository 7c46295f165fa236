import * as z from 'zod';
import { readToken, signToken } from '../keys/compact-token.ts';
import type { KeyRing } from '../keys/key-ring.ts';
import type { Session } from '../domain/session.ts';

const PREFIX = 'ss_secret_';

const claimsSchema = z.object({ aud: z.literal('signer'), sid: z.string(), exp: z.number() });

interface SecretClaims {
  readonly sessionId: string;
  readonly expiresAt: Date;
}

const seconds = (date: Date): number => Math.floor(date.getTime() / 1000);

/**
 * The signer's credential. It is derived from the session's row and not stored, so a repeated creation returns the
 * same one.
 */
export interface ClientSecrets {
  /** The id of the key for sessions created now. */
  currentKeyId(): Promise<string>;
  mint(session: Pick<Session, 'sessionId' | 'secretKeyId' | 'createdAt' | 'expiresAt'>): Promise<string>;
  /** The claims of a genuine secret, even if it has expired; otherwise undefined. */
  read(secret: string): Promise<SecretClaims | undefined>;
}

/** Distinguishes a client secret from an access token by its prefix. */
export const looksLikeClientSecret = (credential: string): boolean => credential.startsWith(PREFIX);

export function createClientSecrets(keys: KeyRing): ClientSecrets {
  return {
    async currentKeyId() {
      return (await keys.current('client-secret')).keyId;
    },
    async mint(session) {
      const key = await keys.find('client-secret', session.secretKeyId);
      if (key === undefined) throw new Error('The key of this session is not in the key ring.');
      const claims = {
        aud: 'signer',
        sid: session.sessionId,
        iat: seconds(session.createdAt),
        exp: seconds(session.expiresAt),
      };
      return PREFIX + signToken(claims, key);
    },
    async read(secret) {
      if (!looksLikeClientSecret(secret)) return undefined;
      const claims = claimsSchema.safeParse(
        await readToken(secret.slice(PREFIX.length), 'client-secret', keys),
      );
      if (!claims.success) return undefined;
      return { sessionId: claims.data.sid, expiresAt: new Date(claims.data.exp * 1000) };
    },
  };
}

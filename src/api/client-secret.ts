import { safeParse } from 'zod/mini';
import { clientSecretClaims } from './schemas.ts';

/** What the widget may know from a client secret without asking the service. */
export interface ClientSecretClaims {
  /** Session id from `sid`, `sessionId` or `sub`; absent when the payload has none. */
  readonly sessionId?: string;
  /** Expiry in ms since the epoch; absent when the payload has none. */
  readonly expiresAt?: number;
}

const FORM = /^ss_secret_[\w-]+\.([\w-]+)\.[\w-]*$/;

/**
 * Reads the payload of a client secret (`ss_secret_` and a JWS in compact form), without verifying it: the
 * service alone judges the secret. Undefined for a string that is no client secret at all.
 */
export function readClientSecret(secret: string): ClientSecretClaims | undefined {
  if (!secret.startsWith('ss_secret_') || /\s/.test(secret)) return undefined;
  const payload = FORM.exec(secret)?.[1];
  const claims = payload === undefined ? undefined : decodeClaims(payload);
  if (claims === undefined) return {};
  const sessionId = claims.sid ?? claims.sessionId ?? claims.sub;
  return {
    ...(sessionId === undefined ? {} : { sessionId }),
    ...(claims.exp === undefined ? {} : { expiresAt: claims.exp * 1000 }),
  };
}

function decodeClaims(payload: string) {
  try {
    const binary = atob(payload.replaceAll('-', '+').replaceAll('_', '/'));
    const bytes = Uint8Array.from(binary, character => character.charCodeAt(0));
    return safeParse(clientSecretClaims, JSON.parse(new TextDecoder().decode(bytes))).data;
  } catch {
    // An opaque secret is allowed; the `session-id` attribute serves then.
    return undefined;
  }
}

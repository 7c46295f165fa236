import { clientSecretClaims } from './schemas.ts';

const FORM = /^ss_secret_[\w-]+\.([\w-]+)\.[\w-]*$/;

/** ms by which the estimated service clock may lag: the service states its time in an answer, which takes time to arrive. */
const CLOCK_LAG = 60_000;

/**
 * A client secret (`ss_secret_` and a JWS in compact form): the one place of the widget that holds its text. The
 * payload is read without being verified; only the service judges the secret.
 */
export class ClientSecret {
  readonly #text: string;
  /** Does it have the form of a client secret? An opaque one without claims does. */
  readonly isReadable: boolean;
  /** From `sid`, `sessionId` or `sub`; undefined when the payload has none. */
  readonly sessionId: string | undefined;
  /** In ms since the epoch; undefined when the payload has none. */
  readonly expiresAt: number | undefined;

  constructor(text: string) {
    this.#text = text;
    this.isReadable = text.startsWith('ss_secret_') && !/\s/.test(text);
    const claims = this.isReadable ? readClaims(text) : undefined;
    this.sessionId = claims?.sid ?? claims?.sessionId ?? claims?.sub;
    this.expiresAt = claims?.exp === undefined ? undefined : claims.exp * 1000;
  }

  equals(text: string): boolean {
    return this.#text === text;
  }

  /** Has it expired? `clockOffset` is what to add to the device's clock to get the service's, in ms. */
  isExpired(clockOffset = 0): boolean {
    return this.expiresAt !== undefined && this.expiresAt <= Date.now() + clockOffset + CLOCK_LAG;
  }

  /** The header that carries it. */
  get authorization(): { readonly Authorization: string } {
    return { Authorization: `Bearer ${this.#text}` };
  }

  /** The hosted page's address with the secret in it: a credential. */
  linkTo(hostedUrl: string): string {
    const url = new URL(hostedUrl);
    url.searchParams.set('cs', this.#text);
    return url.href;
  }
}

function readClaims(text: string) {
  const payload = FORM.exec(text)?.[1];
  if (payload === undefined) return undefined;
  try {
    const binary = atob(payload.replaceAll('-', '+').replaceAll('_', '/'));
    const bytes = Uint8Array.from(binary, character => character.charCodeAt(0));
    return clientSecretClaims(JSON.parse(new TextDecoder().decode(bytes)));
  } catch {
    // An opaque secret is allowed: the `session-id` attribute names the session then.
    return undefined;
  }
}

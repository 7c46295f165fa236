/** A member of a value of unknown type; undefined if it has none. */
function fieldOf(value: unknown, name: string): unknown {
  return new Map<string, unknown>(Object.entries(Object(value))).get(name);
}

/** The code in the address of a handover link (signer API, section 2, `handover`). */
export interface HandoverTicket {
  readonly code: string;
  /** The exchange's idempotency key: with it an exchange whose answer was lost can be repeated, also after a reload. */
  readonly key: string;
}

/** The result of exchanging a code. */
export type Exchange = OpenedSession | { readonly kind: 'refused' | 'unanswered' };

/** A session that this page opens. */
export interface OpenedSession {
  readonly kind: 'secret';
  readonly clientSecret: string;
  /** Of the widget that frames this page: an object, which the widget reads leniently. */
  readonly appearance?: object | undefined;
}

/**
 * Whether the service refused the code as used, expired or unknown. Any other error means the code was not used.
 */
const isRefusal = ({ status }: Response): boolean => [400, 404, 410].includes(status);

/** Exchanges the code for the client secret. It travels in the body, never in an address. `signal` aborts it. */
export async function exchange({ code, key }: HandoverTicket, signal: AbortSignal): Promise<Exchange> {
  try {
    const response = await fetch('/v1/handover', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'X-Idempotency-Key': key },
      body: JSON.stringify({ code }),
      credentials: 'omit',
      signal,
    });
    if (isRefusal(response)) return { kind: 'refused' };
    return (response.ok && readOpened(await response.json())) || { kind: 'unanswered' };
  } catch {
    return { kind: 'unanswered' };
  }
}

/** What `POST /v1/handover` answers, and what is saved for reloads. */
function readOpened(data: unknown): OpenedSession | undefined {
  const clientSecret = fieldOf(data, 'clientSecret');
  if (typeof clientSecret !== 'string') return undefined;
  const appearance = fieldOf(data, 'appearance');
  return {
    kind: 'secret',
    clientSecret,
    ...(typeof appearance === 'object' && appearance !== null && { appearance }),
  };
}

/** Opens the session: the client secret, or a code to exchange for it. */
type SessionCredential = OpenedSession | { readonly kind: 'ticket'; readonly ticket: HandoverTicket };

/**
 * Removes the credential from the address at once and saves it in `history.state`, where only a reload finds it
 * (signer API, section 1). Without one in the address, returns the saved one.
 */
export function takeSessionCredential(): SessionCredential | undefined {
  const url = new URL(location.href);
  const clientSecret = bare(url.searchParams.get('cs'));
  const code = bare(url.searchParams.get('h'));
  if (clientSecret !== null) return saveSessionCredential({ kind: 'secret', clientSecret });
  if (code !== null) return saveSessionCredential({ kind: 'ticket', ticket: { code, key: randomKey() } });
  return readSavedCredential(history.state);
}

/** Parts of letters, digits, hyphens and underscores, with single dots between them. */
const CREDENTIAL = /^[\w-]+(?:\.[\w-]+)*/;

/**
 * A credential without what mail programs and people leave around a link: line ends within it, and a full stop, bracket,
 * quote or blank behind it. What has another form stays as it is, for the service to judge.
 */
function bare(text: string | null): string | null {
  const joined = text?.replaceAll(/\s+/g, '') ?? null;
  return joined === null ? null : (CREDENTIAL.exec(joined)?.[0] ?? joined);
}

/** Not `randomUUID`: a phone on the local network may have come by http. */
function randomKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), byte =>
    byte.toString(16).padStart(2, '0'),
  ).join('');
}

/** Saves the credential in `history.state` for reloads, and removes it from the address. */
export function saveSessionCredential(credential: SessionCredential): SessionCredential {
  const url = new URL(location.href);
  url.searchParams.delete('cs');
  url.searchParams.delete('h');
  const { kind: _, ...saved } = credential;
  history.replaceState(saved, '', url);
  return credential;
}

function readSavedCredential(state: unknown): SessionCredential | undefined {
  const opened = readOpened(state);
  if (opened !== undefined) return opened;
  const ticket = fieldOf(state, 'ticket');
  const [code, key] = [fieldOf(ticket, 'code'), fieldOf(ticket, 'key')];
  if (typeof code !== 'string' || typeof key !== 'string') return undefined;
  return { kind: 'ticket', ticket: { code, key } };
}

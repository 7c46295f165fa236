import { positionAt } from './documents.ts';

/** The members of a request's JSON. */
export type ActionBody = Readonly<Record<string, unknown>>;

/** A request that a fake session got. It has no secret. */
export interface FakeRequest {
  /** Such as `GET session`, `POST advance`, `POST cancel`, `GET document`, `GET documents`. */
  readonly route: string;
  /** The body's JSON; an empty object where there is none. */
  readonly body: ActionBody;
}

/** The address of the page of every provider below the service's. */
export const PROVIDER_PATH = '/cloud/start';

/** Where the keys of receipts are. */
const KEYS_PATH = '/.well-known/jwks.json';

/** What a request is for: its method, and `session`, `document`, `provider`, `keys`, the last part of an address of the session, or `other`. */
export function routeOf(method: string, pathname: string, sessionId: string): string {
  if (positionAt(pathname) !== undefined) return `${method} document`;
  if (pathname.endsWith(PROVIDER_PATH)) return `${method} provider`;
  if (pathname.endsWith(KEYS_PATH)) return `${method} keys`;
  const [, id, rest = ''] = /\/v1\/signing-sessions\/([^/]+)(?:\/(.*))?$/.exec(pathname) ?? [];
  if (id !== sessionId) return `${method} other`;
  if (rest.startsWith('liveness/')) return `${method} frame`;
  return `${method} ${rest === '' ? 'session' : rest}`;
}

/** The members of a request's JSON; none where it has no body. @throws SyntaxError */
export function readBody(text: string): ActionBody {
  const value: unknown = text === '' ? {} : JSON.parse(text);
  return typeof value === 'object' && value !== null ? { ...value } : {};
}

import type { ActionBody } from './actions.ts';
import { positionAt } from './documents.ts';

/** What a request is for: its method, and `session`, `document`, the last part of an address of the session, or `other`. */
export function routeOf(method: string, pathname: string, sessionId: string): string {
  if (positionAt(pathname) !== undefined) return `${method} document`;
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

import { RECEIPT_FRAGMENT } from '../session/receipt-fragment.ts';

/** Three parts in base64url (RFC 7515, 7.1). */
const RECEIPT = /^[\w-]+\.[\w-]+\.[\w-]+$/;

/**
 * The receipt that a signer brought back in the page's address, and takes it out of the address, so that it is neither
 * copied with it nor found by the next reload. It is not verified here: send it to your server, and call
 * `verifyReceipt` of `sign-session/server` there.
 *
 * @returns undefined where the address holds none
 */
export function takeReceipt(): string | undefined {
  const [name, receipt = ''] = location.hash.slice(1).split('=');
  if (name !== RECEIPT_FRAGMENT) return undefined;
  history.replaceState(history.state, '', location.pathname + location.search);
  return RECEIPT.test(receipt) ? receipt : undefined;
}

/** What the address of a signer who came back says. It proves nothing: the receipt does, on your server. */
export interface Return {
  readonly sessionId: string;
  /** The service's word, such as `COMPLETED` or `CANCELLED`. */
  readonly status: string;
  readonly receipt: string | undefined;
}

/** The names of the two, as the service's pages and the element write them; the second where the page has one of the first. */
const NAMES = [
  ['sign_session_id', 'sign_session_status'],
  ['sessionId', 'status'],
] as const;

function namesIn(parameters: URLSearchParams): (typeof NAMES)[number] | undefined {
  return NAMES.find(names => names.every(name => parameters.has(name)));
}

/** Whether the signer has come back from the service's page to this one, in this load of it. */
export function hasReturned(): boolean {
  return namesIn(new URLSearchParams(location.search)) !== undefined;
}

/** What they came back with, taken out of the address; undefined where they did not. The page's own parameters stay as they are. */
export function resume(): Return | undefined {
  const parameters = new URLSearchParams(location.search);
  const names = namesIn(parameters);
  if (names === undefined) return undefined;
  const receipt = takeReceipt();
  const [sessionId = '', status = ''] = names.map(name => parameters.get(name) ?? '');
  const isOurs = (parameter: string): boolean =>
    names.some(name => parameter.startsWith(`${name}=`)) || parameter === `session_id=${sessionId}`;
  const own = location.search.slice(1).split('&');
  const rest = own.filter(parameter => !isOurs(parameter)).join('&');
  history.replaceState(history.state, '', location.pathname + (rest && `?${rest}`) + location.hash);
  return { sessionId, status, receipt };
}

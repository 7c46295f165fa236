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

/** Whether the signer has come back from the service's page to this one, in this load of it. */
export function hasReturned(): boolean {
  const { searchParams } = new URL(location.href);
  return searchParams.has('sessionId') && searchParams.has('status');
}

/** What they came back with, taken out of the address; undefined where they did not. */
export function resume(): Return | undefined {
  if (!hasReturned()) return undefined;
  const receipt = takeReceipt();
  const url = new URL(location.href);
  const { searchParams } = url;
  const [sessionId, status] = [searchParams.get('sessionId') ?? '', searchParams.get('status') ?? ''];
  searchParams.delete('sessionId');
  searchParams.delete('status');
  history.replaceState(history.state, '', url);
  return { sessionId, status, receipt };
}

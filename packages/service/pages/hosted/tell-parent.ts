import type { SignSession } from '../../../../src/index.ts';
import type { FrameMessage } from '../../../../src/open/index.ts';

/**
 * Tells the page around this one what the widget tells its host. Only a page of the tenant's can be around it
 * (`frame-ancestors`), and only its origin gets the messages. Nothing is listened to.
 */
export function tellParent(element: SignSession): void {
  const origin = window.parent === window ? undefined : parentOrigin();
  if (origin === undefined) return;
  const tell = (message: Omit<FrameMessage, 'source'>): void =>
    window.parent.postMessage({ source: 'sign-session', ...message } satisfies FrameMessage, origin);
  tell({ type: 'sign-opening' });
  element.addEventListener('sign-ready', ({ sessionId }) => tell({ type: 'sign-ready', sessionId }));
  element.addEventListener('sign-step', ({ step }) => tell({ type: 'sign-step', step }));
  element.addEventListener('sign-error', ({ code, retryable }) =>
    tell({ type: 'sign-error', code, retryable }),
  );
  element.addEventListener('sign-failed', ({ sessionId, reason, receipt }) =>
    tell({ type: 'sign-failed', sessionId, reason, receipt }),
  );
  for (const type of ['sign-completed', 'sign-declined', 'sign-expired'] as const) {
    element.addEventListener(type, ({ sessionId, receipt }) => tell({ type, sessionId, receipt }));
  }
}

/** Older versions of Firefox tell it by the referrer only; a page that sends none gets no messages there. */
function parentOrigin(): string | undefined {
  const { ancestorOrigins }: { ancestorOrigins?: ArrayLike<string> } = location;
  const address = ancestorOrigins?.[0] ?? document.referrer;
  if (!URL.canParse(address)) return undefined;
  const { origin } = new URL(address);
  return origin === 'null' ? undefined : origin;
}

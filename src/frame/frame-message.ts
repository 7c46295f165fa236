/** The messages of the service's page in a frame, and listening to them. */
import type { ErrorCode } from '../session/errors.ts';

/** The `source` of the service's page's messages. */
const FRAME_MESSAGE = 'sign-session';

/** What the service's page tells the page around it: that it is there, then the widget's events, with what each carries. */
export interface FrameMessage {
  readonly source: typeof FRAME_MESSAGE;
  readonly type:
    /** It has loaded, and opens the session. */
    | 'sign-opening'
    /** In a frame of the certificate step, where it shows the step alone: how high that is. */
    | 'sign-size'
    | 'sign-ready'
    | 'sign-step'
    | 'sign-completed'
    | 'sign-declined'
    | 'sign-expired'
    | 'sign-failed'
    | 'sign-error';
  readonly sessionId?: string | undefined;
  readonly receipt?: string | undefined;
  readonly step?: string | undefined;
  readonly reason?: string | undefined;
  readonly code?: ErrorCode | undefined;
  readonly retryable?: boolean | undefined;
  /** CSS px */
  readonly height?: number | undefined;
}

/**
 * Listens to the service's page in a frame of yours. Messages of other windows and origins are left alone, also when the
 * frame has gone to another page.
 *
 * @param frame with the session's address, or its origin, as `src`
 * @returns ends it
 */
export function listenToFrame(
  frame: HTMLIFrameElement,
  listener: (message: FrameMessage) => void,
): () => void {
  const { origin } = new URL(frame.src);
  const handleMessage = (event: MessageEvent<unknown>): void => {
    if (event.origin !== origin || event.source === null || event.source !== frame.contentWindow) return;
    if (isFrameMessage(event.data)) listener(event.data);
  };
  addEventListener('message', handleMessage);
  return () => removeEventListener('message', handleMessage);
}

/** The origin is the service's, so that its own form is enough to know it by. */
function isFrameMessage(data: unknown): data is FrameMessage {
  return typeof data === 'object' && data !== null && 'source' in data && data.source === FRAME_MESSAGE;
}

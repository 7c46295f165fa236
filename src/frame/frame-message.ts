import type { ErrorCode } from '../session/errors.ts';

/** The `source` of the service's page's messages. */
export const FRAME_MESSAGE = 'sign-session';

/** What the service's page tells the page around it: that it is there, then the widget's events, with what each carries. */
export interface FrameMessage {
  readonly source: typeof FRAME_MESSAGE;
  readonly type:
    /** It has loaded, and opens the session. */
    | 'sign-opening'
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
}

import { FRAME_MESSAGE, type FrameMessage } from './frame-message.ts';

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

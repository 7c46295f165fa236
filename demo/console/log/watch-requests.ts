import type { ActivityLog } from './activity-log.ts';

type Outcome = number | 'aborted' | 'no answer';

/**
 * Notes every request that this page makes with `fetch` from now on, the widget's too, at the head of its
 * answer. Queries are left out: presigned addresses and links carry credentials there.
 */
export function watchRequests(log: ActivityLog): void {
  const send = window.fetch.bind(window);
  window.fetch = async (input, init) => {
    const startedAt = performance.now();
    const note = (outcome: Outcome) => {
      const duration = Math.round(performance.now() - startedAt);
      log.add({ kind: 'request', at: new Date(), ...whatIsAsked(input, init), outcome, duration });
    };
    try {
      const response = await send(input, init);
      note(response.status);
      return response;
    } catch (error) {
      note(error instanceof DOMException && error.name === 'AbortError' ? 'aborted' : 'no answer');
      throw error;
    }
  };
}

function whatIsAsked(
  input: RequestInfo | URL,
  init: RequestInit | undefined,
): { method: string; path: string } {
  const request = input instanceof Request ? input : undefined;
  const address = input instanceof Request ? input.url : input;
  const { origin, pathname } = new URL(address, location.href);
  return {
    method: (init?.method ?? request?.method ?? 'GET').toUpperCase(),
    path: origin === location.origin ? pathname : origin + pathname,
  };
}

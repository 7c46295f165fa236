import type { PscFault } from './test-faults.ts';

const TOO_MUCH = 1024 * 1024;

/** What stands for the answer under a fault; undefined for faults that are within an answer, and without one. */
export async function faultAnswer(fault: PscFault | undefined): Promise<Response | undefined> {
  switch (fault) {
    case 'down':
      return new Response('Service Unavailable', { status: 503 });
    case 'too-many':
      return Response.json({ message: 'Too Many Requests' }, { status: 429 });
    case 'html':
      return new Response('<!doctype html><title>Manutenção</title>', {
        headers: { 'Content-Type': 'text/html' },
      });
    case 'redirect':
      return new Response(null, { status: 307, headers: { Location: 'https://elsewhere.invalid/' } });
    case 'huge':
      return new Response(JSON.stringify({ status: 'S', padding: 'x'.repeat(TOO_MUCH) }), {
        headers: { 'Content-Type': 'application/json' },
      });
    case 'hang':
      return new Promise<never>(() => undefined);
    case 'expired':
    case 'lie':
    case 'too-few':
    case 'other-order':
    case 'single':
    case 'pin':
    case undefined:
      return undefined;
  }
}

/** The answer under a fault, or the true one, which may take the fault into account. */
export async function withFault(
  fault: PscFault | undefined,
  answer: (fault: PscFault | undefined) => Promise<Response>,
): Promise<Response> {
  return (await faultAnswer(fault)) ?? answer(fault);
}

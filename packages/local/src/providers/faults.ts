/**
 * The resources of a test provider that can be made to fail. Those of the Cloud Signature Consortium's API go by the same
 * names: `info`, the token, the credentials, and `signHash`.
 */
export const FAULTY_RESOURCES = ['user-discovery', 'token', 'certificate-discovery', 'signature'] as const;
export type FaultyResource = (typeof FAULTY_RESOURCES)[number];

/** Ways to fail. */
export const PSC_FAULTS = [
  /** 503. */
  'down',
  /** 429. */
  'too-many',
  /** No answer at all. */
  'hang',
  /** A page of HTML with 200. */
  'html',
  /** To a page elsewhere. */
  'redirect',
  /** More than anybody should read. */
  'huge',
  /** As if the code or the token had expired. */
  'expired',
  /** A well-formed answer that is not true: another's signature, another's certificate, nobody's code. */
  'lie',
  /** Fewer signatures than hashes. */
  'too-few',
  /** The signatures in another order, where the order says which is whose. */
  'other-order',
  /** A certificate that signs one document by an authorisation. */
  'single',
  /** A certificate whose PIN the service would have to ask for. */
  'pin',
] as const;
export type PscFault = (typeof PSC_FAULTS)[number];

/** Which resources of which test provider fail, and how. */
export class PscFaults {
  readonly #set = new Map<string, PscFault>();

  /** @param fault undefined: the resource works */
  set(providerId: string, resource: FaultyResource, fault: PscFault | undefined): void {
    const key = `${providerId} ${resource}`;
    if (fault === undefined) this.#set.delete(key);
    else this.#set.set(key, fault);
  }

  of(providerId: string, resource: FaultyResource): PscFault | undefined {
    return this.#set.get(`${providerId} ${resource}`);
  }

  clear(): void {
    this.#set.clear();
  }
}

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

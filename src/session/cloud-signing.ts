import { StatusError } from '../api/errors.ts';
import { advanceFields } from '../api/schemas.ts';
import { array, lenient, object, text } from '../api/shape.ts';
import { signingInSteps, type Prepared } from './certificate-signing.ts';
import type { StepWork } from './intents.ts';
import { safeUrl } from './read-view.ts';

type Bytes = Uint8Array<ArrayBuffer>;

const foundProviders = object({
  providers: array(object({ providerId: text, certificate: text })),
});

const authorization = object({ ...advanceFields, authorizationUrl: lenient(text) });

/** Asks which providers have a certificate of the signer. @param tell called with the ids of those that say so */
export function findingProviders(tell: (ids: readonly string[]) => void): StepWork {
  return async ({ client }, signal) => {
    const { providers } = await client.ask('cloud-providers', foundProviders, signal);
    tell(providers.filter(({ certificate }) => certificate === 'found').map(({ providerId }) => providerId));
    return undefined;
  };
}

/**
 * Begins an authorisation.
 *
 * @param returnTo the page to come back to; undefined: the provider's page opens in a window of its own.
 * @param open called with the address of that page, which works once, and whether it leads back here. The service takes
 * only pages of its own and of the integrator.
 */
export function authorizing(
  providerId: string,
  returnTo: string | undefined,
  open: (address: string | undefined, leadsBack: boolean) => void,
): StepWork {
  return async ({ client, step }, signal) => {
    const begin = (back: { readonly returnTo?: string }) =>
      client.prepare(step, { action: 'authorize_cloud_signing', providerId, ...back }, authorization, signal);
    let leadsBack = returnTo !== undefined;
    const answer = await begin(returnTo === undefined ? {} : { returnTo }).catch((error: unknown) => {
      const isRefused = leadsBack && error instanceof StatusError && error.status === 400;
      if (!isRefused) throw error;
      leadsBack = false;
      return begin({});
    });
    open(safeUrl(answer.authorizationUrl), leadsBack);
    return answer;
  };
}

/** Gives up an authorisation. */
export const cancelling: StepWork = ({ client, step }, signal) =>
  client.prepare(step, { action: 'cancel_cloud_signing' }, authorization, signal);

/**
 * Signs by the authorised certificate.
 *
 * @param check whether what was prepared is the shown document's signature by that certificate; if not, the signer was
 * told why.
 */
export function cloudSigning(
  check: (prepared: Prepared, shown: Bytes, signal: AbortSignal) => Promise<boolean | undefined>,
): StepWork {
  return signingInSteps({ action: 'prepare_cloud_signing' }, async (prepared, shown, signal) => {
    if ((await check(prepared, shown, signal)) !== true) return undefined;
    return { action: 'complete_cloud_signing', signatureRequestId: prepared.signatureRequestId };
  });
}

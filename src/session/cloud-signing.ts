import type { Advance } from '../api/advance.ts';
import { StatusError } from '../api/errors.ts';
import { advanceFields } from '../api/schemas.ts';
import { address, array, lenient, object, text } from '../api/shape.ts';
import { signingInSteps, type AnsweredPreparation } from './certificate-signing.ts';
import type { StepWork } from './intents.ts';

type Bytes = Uint8Array<ArrayBuffer>;

const foundProviders = object({
  providers: array(object({ providerId: text, certificate: text })),
});

const authorization = object({ ...advanceFields, authorizationUrl: lenient(address) });

/**
 * Asks which providers have a certificate of the signer.
 *
 * @param tell called with the ids of those that say so, and of those that only the signer can ask; with none where no
 * provider says so.
 */
export function findingProviders(tell: (ids: readonly string[]) => void): StepWork {
  return async ({ client }, signal) => {
    const { providers } = await client.ask('cloud-providers', foundProviders, signal);
    const isFound = providers.some(({ certificate }) => certificate === 'found');
    const offered = providers.filter(
      ({ certificate }) => isFound && (certificate === 'found' || certificate === 'unknown'),
    );
    tell(offered.map(({ providerId }) => providerId));
    return undefined;
  };
}

/**
 * Begins an authorisation.
 *
 * @param content at a provider; or the second one, of what was prepared.
 * @param returnTo the page to come back to; undefined: the provider's page opens in a window of its own.
 * @param open called with the address of that page, which works once, and whether it leads back here. The service takes
 * only pages of its own and of the integrator.
 */
export function authorizing(
  content: Extract<Advance, { action: 'authorize_cloud_signing' | 'confirm_cloud_signing' }>,
  returnTo: string | undefined,
  open: (address: string | undefined, leadsBack: boolean) => void,
): StepWork {
  return async ({ client, step }, signal) => {
    const begin = (back: { readonly returnTo?: string }) =>
      client.prepare(step, { ...content, ...back }, authorization, signal);
    let leadsBack = returnTo !== undefined;
    const answer = await begin(returnTo === undefined ? {} : { returnTo }).catch((error: unknown) => {
      const isRefused = leadsBack && error instanceof StatusError && error.status === 400;
      if (!isRefused) throw error;
      leadsBack = false;
      return begin({});
    });
    open(answer.authorizationUrl, leadsBack);
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
 * @param confirm takes the place of signing, once all is checked: where the signer has to authorise it yet.
 */
export function cloudSigning(
  check: (prepared: AnsweredPreparation, shown: Bytes, signal: AbortSignal) => Promise<boolean | undefined>,
  confirm: StepWork | undefined,
): StepWork {
  return async (task, signal) => {
    let isChecked: boolean | undefined;
    const work = signingInSteps({ action: 'prepare_cloud_signing' }, async (prepared, shown, until) => {
      isChecked = await check(prepared, shown, until);
      if (isChecked !== true || confirm !== undefined) return undefined;
      return { action: 'complete_cloud_signing', signatureRequestId: prepared.signatureRequestId };
    });
    const answer = await work(task, signal);
    return isChecked === true && confirm !== undefined ? confirm(task, signal) : answer;
  };
}

import type { Found } from './findings.ts';
import type { PolicyWatch } from './page-policy.ts';

/** A public address with the service's time in its answer. */
const PROBE = 'v1/verify/trust-anchors';

const TIMEOUT_MS = 10_000;

const WRONG_CLOCK_MS = 5 * 60_000;

/** Whether the service answers this page, and how far this device's clock is from its. */
export async function checkService(watch: PolicyWatch, baseUrl: string): Promise<Found[]> {
  const url = new URL(PROBE, baseUrl.endsWith('/') ? baseUrl : `${baseUrl}/`);
  const response = await ask(url, 'cors');
  if (response !== undefined) return [...(await checkClock(response))];
  const { origin } = url;
  if (await watch.forbids(['connect-src', 'default-src'], origin))
    return [{ code: 'policy-connect', detail: origin }];
  const answers = (await ask(url, 'no-cors')) !== undefined;
  return [{ code: answers ? 'service-cors' : 'service-unreachable', detail: origin }];
}

function ask(url: URL, mode: RequestMode): Promise<Response | undefined> {
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  return fetch(url, { mode, credentials: 'omit', cache: 'no-store', signal }).catch(() => undefined);
}

/** Services may leave out this address; then nothing is known of their clock. */
async function checkClock(response: Response): Promise<Found[]> {
  const body: unknown = await response.json().catch(() => undefined);
  const time: unknown = typeof body === 'object' && body !== null && 'time' in body ? body.time : undefined;
  const apart = Math.abs(Date.now() - (typeof time === 'string' ? Date.parse(time) : Number.NaN));
  return apart > WRONG_CLOCK_MS ? [{ code: 'clock', detail: String(Math.round(apart / 60_000)) }] : [];
}

/** Checks of addresses: who answers there, by which certificate. */
import { lookup } from 'node:dns/promises';
import { connect as connectByTcp, isIP } from 'node:net';
import { connect as connectByTls } from 'node:tls';
import * as z from 'zod';
import { isConfidential, isLoopbackUrl } from '../../http/trusted-urls.ts';
import type { RunSettings } from '../run-settings.ts';
import {
  codeOf,
  danger,
  describe,
  type Found,
  type InspectedDatabase,
  LIMIT_MS,
  missing,
  ok,
} from './findings.ts';

/** The address of the service on this machine, as far as it is known. */
export const localAddress = ({ host, port }: RunSettings): string =>
  `http://${host === '0.0.0.0' ? '127.0.0.1' : host === '::' ? '[::1]' : host.includes(':') ? `[${host}]` : host}:${port}`;

const healthSchema = z.object({
  status: z.string(),
  version: z.string(),
  services: z.record(z.string(), z.object({ status: z.string() })),
});
type Health = z.infer<typeof healthSchema>;

/** How proxies answer whose instances are all away. */
const AWAY = [502, 503, 504];

/** What answers there. @throws the connection's error; undefined: it is no service of ours; a number: a proxy's answer alone */
async function healthAt(address: string): Promise<Health | number | undefined> {
  const response = await fetch(new URL('/health', address), {
    redirect: 'manual',
    signal: AbortSignal.timeout(LIMIT_MS - 2000),
  });
  const text = await response.text();
  try {
    return healthSchema.parse(JSON.parse(text));
  } catch {
    return AWAY.includes(response.status) ? response.status : undefined;
  }
}

/** Whether a service of ours runs on this machine, where these settings would have it. */
export async function runsHere(settings: RunSettings): Promise<boolean> {
  if (settings.port === 0) return false;
  return typeof (await healthAt(localAddress(settings)).catch(() => undefined)) === 'object';
}

/** From when until when a certificate is valid. */
interface Validity {
  readonly from: number;
  readonly to: number;
}

/** Connects; undefined where it is this machine, by http. @throws the connection's error */
export function reach(url: URL): Promise<Validity | undefined> {
  const isSecure = url.protocol === 'https:';
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const port = Number(url.port || (isSecure ? 443 : 80));
  return new Promise((resolve, reject) => {
    const done = (validity: Validity | undefined) => {
      socket.destroy();
      resolve(validity);
    };
    const secure = isSecure ? connectByTls({ host, port, servername: isIP(host) ? '' : host }) : undefined;
    const socket = secure ?? connectByTcp({ host, port });
    socket.setTimeout(LIMIT_MS - 2000, () => socket.destroy(new Error('It does not answer.')));
    socket.once('error', reject);
    if (secure === undefined) socket.once('connect', () => done(undefined));
    else
      secure.once('secureConnect', () => {
        const { valid_from: from, valid_to: to } = secure.getPeerCertificate();
        done({ from: Date.parse(from), to: Date.parse(to) });
      });
  });
}

/** Proxies renew a certificate when a third of its life is left, be that of hours or of months. */
const isNearlyOver = ({ from, to }: Validity): boolean => to - Date.now() < (to - from) / 10;

const keySetSchema = z.object({ keys: z.array(z.object({ kid: z.string() })) });

/** Whether the receipts that are issued there are signed by a key of this database; undefined: it can't be told. */
async function isThisInstallation(
  address: string,
  database: InspectedDatabase | undefined,
): Promise<boolean | undefined> {
  if (database === undefined) return undefined;
  const response = await fetch(new URL('/.well-known/jwks.json', address), {
    redirect: 'manual',
    signal: AbortSignal.timeout(LIMIT_MS / 3),
  });
  const { keys } = keySetSchema.parse(await response.json());
  if (!database.hasSchema) return false;
  // Asked after them: the first key is made when it is asked for.
  const known = await database.queries.query(
    "SELECT 1 FROM signing_keys WHERE purpose = 'receipt' AND key_id = ANY($1) LIMIT 1",
    [keys.map(({ kid }) => kid)],
  );
  return known.length > 0;
}

/** What is wrong with an address before anybody answers there. */
async function unreachable(url: URL): Promise<Found | undefined> {
  if (!isConfidential(url))
    return danger(
      `${url.origin} is not https: the widget refuses its links, and others can read what is sent.`,
    );
  try {
    await lookup(url.hostname.replace(/^\[|\]$/g, ''));
    return undefined;
  } catch (error) {
    return danger(`${url.hostname} is a name that leads nowhere (${codeOf(error)}): look at the DNS.`);
  }
}

/** Codes of a connection that nobody takes. */
const NOBODY = ['ECONNREFUSED', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENETUNREACH', 'UND_ERR_CONNECT_TIMEOUT'];

async function checkAddress(
  address: string,
  settings: RunSettings,
  database: InspectedDatabase | undefined,
): Promise<Found> {
  const url = new URL(address);
  const wrong = await unreachable(url);
  if (wrong !== undefined) return wrong;
  let validity: Validity | undefined;
  let health: Health | number | undefined;
  try {
    validity = await reach(url);
    health = await healthAt(address);
  } catch (error) {
    const code = codeOf(error);
    if (NOBODY.includes(code))
      return missing(
        `Nobody answers at ${address} yet (${code}): start the service and its proxy, and check again.`,
      );
    return danger(
      `${address} cannot be reached: ${describe(error, settings)}. Look at the proxy’s certificate and address.`,
    );
  }
  if (validity !== undefined && isNearlyOver(validity))
    return danger(
      `The certificate of ${address} ends at ${new Date(validity.to).toISOString()}: look why the proxy has not renewed it.`,
    );
  if (health === undefined)
    return danger(
      `What answers at ${address}/health is not this service: does the proxy lead to it, and is it up?`,
    );
  if (typeof health === 'number')
    return missing(
      `A proxy answers at ${address}, and no instance behind it yet (${health}): start the service, and check again.`,
    );
  const isOurs = await isThisInstallation(address, database);
  if (isOurs === false)
    return danger(
      `Another installation answers at ${address}, with other keys: look at the proxy, or at PUBLIC_URL.`,
    );
  const bad = Object.entries(health.services).filter(([, { status }]) => status !== 'healthy');
  if (bad.length > 0)
    return danger(
      `The service at ${address} is ${health.status}: ${bad.map(([part, { status }]) => `${part} ${status}`).join(', ')}.`,
    );
  const who = isOurs === true ? 'this installation' : 'a service of ours';
  return ok(`${address} is answered by ${who}, version ${health.version}, healthy.`);
}

export async function checkPublicAddress(
  settings: RunSettings,
  database: InspectedDatabase | undefined,
): Promise<Found> {
  const { publicUrl, environmentUrls, mode } = settings;
  const urls = [...new Set([publicUrl, environmentUrls?.sandbox, environmentUrls?.production])].filter(
    url => url !== undefined,
  );
  if (mode === 'local' && urls.every(url => isLoopbackUrl(new URL(url))) && database === undefined)
    return ok(`${urls[0] ?? localAddress(settings)}, on this machine alone.`);
  if (urls.length === 0) return ok(`${localAddress(settings)}, on this machine alone.`);
  const found = await Promise.all(urls.map(url => checkAddress(url, settings, database)));
  const level = (['danger', 'missing'] as const).find(bad => found.some(each => each.level === bad)) ?? 'ok';
  return { level, text: found.map(({ text }) => text).join(' ') };
}

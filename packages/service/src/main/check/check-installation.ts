/**
 * `sign-session-service --check`: reads settings and files, tries what they name, and says in one line each what is right,
 * missing or dangerous. It starts no service, changes nothing that is stored, and sends no message.
 */
import { certificatesInPem, readCertificateFacts } from '@sign-session/certificates';
import { existsSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { readProvidersFile } from '../../cloud-certificates/providers.ts';
import { DAY_MS } from '../../domain/clock.ts';
import { systemRandom } from '../../domain/ids.ts';
import { tryMailServer } from '../../messages/senders.ts';
import { openSealingFiles } from '../../pki/sealing-files.ts';
import { openDatabaseServer } from '../../storage/postgres.ts';
import { builtInSeeds } from '../../tenants/built-in-tenants.ts';
import { readTenantsFile } from '../../tenants/tenants-file.ts';
import { openTimestamps, readRoots } from '../open-service.ts';
import { checkTenants } from '../operating-mode.ts';
import { misspeltSettings, readSettings, type RunSettings } from '../run-settings.ts';
import { type Environment, type Setting, SETTINGS } from '../settings.ts';
import { describeStartError } from '../start-errors.ts';
import { checkPublicAddress, reach } from './check-addresses.ts';
import { checkBucket, checkDataFolder, checkServer, inspectDatabase } from './check-storage.ts';
import {
  danger,
  describe,
  type Finding,
  type Found,
  type InspectedDatabase,
  LIMIT_MS,
  missing,
  ok,
} from './findings.ts';

/** Certificates are replaced before this many days are left. */
const RENEW_DAYS = 30;

/** Where to look when a part can't be reached, besides what its own check says. */
const LOOK_AT: Readonly<Record<string, string>> = {
  Database: ' Look at DATABASE_URL.',
  Bucket: ' Look at S3_BUCKET_URL, its keys and its region.',
};

/** Runs a check; what it throws, and its taking too long, is dangerous. */
async function within(settings: RunSettings, part: string, work: () => Promise<Found>): Promise<Finding> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<Found>(resolve => {
    const text = `No answer within ${LIMIT_MS / 1000} s. Is something between that lets nothing through?${LOOK_AT[part] ?? ''}`;
    timer = setTimeout(() => resolve(danger(text)), LIMIT_MS);
  });
  try {
    return { part, ...(await Promise.race([work(), late])) };
  } catch (error) {
    return { part, ...danger(`${describe(error, settings)}.${LOOK_AT[part] ?? ''}`) };
  } finally {
    clearTimeout(timer);
  }
}

const MODES = { local: 'local mode', public: 'a test service for others', production: 'production' } as const;

const about = (found: Found): Finding => ({ part: 'Settings', ...found });

function checkSettings(settings: RunSettings, env: Environment): Finding[] {
  const set = Object.keys(SETTINGS).filter(name => env[name]);
  return [
    about(ok(`${MODES[settings.mode]}; ${set.length} of ${Object.keys(SETTINGS).length} are set.`)),
    ...misspeltSettings(env).map(line => about(danger(line))),
  ];
}

const none = (settings: RunSettings, text: string): Found =>
  settings.mode === 'production' ? missing(text) : ok('the inbox of local mode.');

async function checkMail(settings: RunSettings): Promise<Found> {
  const { mail, smsGatewayUrl } = settings;
  if (mail === undefined)
    return none(
      settings,
      `SMTP_URL is not set: codes and invitations by e-mail are refused${smsGatewayUrl === undefined ? '' : ', SMS is there'}.`,
    );
  try {
    await tryMailServer(mail);
  } catch (error) {
    const why = describe(error, settings);
    return danger(`The mail server does not take the connection: ${why}. Look at SMTP_URL.`);
  }
  return ok(
    `The mail server took the connection${new URL(mail.url).username === '' ? '' : ' and the login'}.`,
  );
}

const daysUntil = (end: Date): number => Math.floor((end.getTime() - Date.now()) / DAY_MS);

/** The address of the gateway may hold a key, and so does what is asked there. */
async function checkSms(settings: RunSettings): Promise<Found> {
  if (settings.smsGatewayUrl === undefined)
    return none(settings, 'SMS_GATEWAY_URL is not set: codes and invitations by SMS are refused.');
  const url = new URL(settings.smsGatewayUrl);
  try {
    const validity = await reach(url);
    if (validity === undefined) return ok(`${url.host} takes connections; nothing was asked of it.`);
    return ok(`${url.host} takes connections by TLS, and nothing was asked of it.`);
  } catch (error) {
    return danger(`${url.host} cannot be reached: ${describe(error, settings)}. Look at SMS_GATEWAY_URL.`);
  }
}

async function checkTimestamps(settings: RunSettings): Promise<Found> {
  if (settings.timestamps === undefined)
    return settings.mode === 'production'
      ? missing('TSA_URL is not set: signatures have no timestamp, and the levels LT and LTA are refused.')
      : ok('the test authority of local mode.');
  try {
    const token = await openTimestamps(settings.timestamps).stamp(
      systemRandom(32),
      AbortSignal.timeout(LIMIT_MS - 2000),
    );
    return ok(`The authority gave a timestamp of ${token.length} bytes.`);
  } catch (error) {
    return danger(`${describe(error, settings)}. Look at TSA_URL.`);
  }
}

async function checkSealing({ sealing, mode }: RunSettings): Promise<Found> {
  if (sealing === undefined)
    return mode === 'production'
      ? danger(
          'Documents are sealed by a test certificate that nobody trusts. Set SEALING_CERTIFICATE and SEALING_KEY.',
        )
      : ok('the service’s own test certificate.');
  const [leaf] = (await openSealingFiles(sealing, new Date())).chain;
  if (((await stat(sealing.key)).mode & 0o077) !== 0)
    return danger(`SEALING_KEY=${sealing.key} can be read by others: chmod 600.`);
  if (leaf === undefined) return danger('There is no certificate.');
  const { holder, notAfter } = readCertificateFacts(Uint8Array.from(leaf));
  const until = `until ${notAfter.toISOString().slice(0, 10)}, ${daysUntil(notAfter)} days`;
  const text = `${holder.name ?? 'The certificate'} fits its key and its chain, ${until}`;
  return daysUntil(notAfter) < RENEW_DAYS ? danger(`${text}: renew it (operating/KEYS.md).`) : ok(`${text}.`);
}

/** @param name of the setting */
async function checkRoots(name: string, file: string): Promise<Found> {
  const facts = certificatesInPem((await readRoots(name, file)) ?? '').map(readCertificateFacts);
  const count = `${facts.length} certificate${facts.length === 1 ? '' : 's'}`;
  const ended = facts.filter(({ notAfter }) => notAfter.getTime() < Date.now());
  if (ended.length === facts.length)
    return danger(`${count} in ${name}, all of them expired: fetch the new ones.`);
  return ok(`${count}${ended.length === 0 ? '' : `, ${ended.length} of them expired`}.`);
}

async function checkTrust(settings: RunSettings): Promise<Found> {
  if (settings.trustedRoots !== undefined) return checkRoots('TRUSTED_ROOTS', settings.trustedRoots);
  return settings.mode === 'production'
    ? missing('TRUSTED_ROOTS is not set: signing with certificates is not offered.')
    : ok('the test authority of local mode.');
}

async function checkTenantsFile(settings: RunSettings, env: Environment): Promise<Found> {
  if (settings.tenantsFile === undefined)
    return ok('none besides the built-in ones and those in the database.');
  const seeds = await readTenantsFile(settings.tenantsFile, env, builtInSeeds({}));
  const warnings = checkTenants(seeds, settings.mode);
  if (warnings.length > 0) return danger(warnings.join(' '));
  const { length } = seeds.flatMap(({ clients }) => clients);
  return ok(`${seeds.length} in the file, with ${length} client${length === 1 ? '' : 's'}.`);
}

async function checkProviders({ cloudProvidersFile: file }: RunSettings, env: Environment): Promise<Found> {
  if (file === undefined) return ok('none.');
  const providers = await readProvidersFile(file, env);
  return ok(`${providers.map(({ id }) => id).join(', ')}.`);
}

async function checkPages({ pages }: RunSettings): Promise<Found> {
  if (pages === undefined) return missing('PAGES_DIR and WIDGET_DIR are not set: the API alone is served.');
  const absent = [pages.site, pages.widget, pages.manual].find(
    folder => folder !== undefined && !existsSync(folder),
  );
  return absent === undefined ? ok('pages and widget are there.') : danger(`${absent} is not there.`);
}

/** What was set as a secret, or stands in one of these addresses as a password or a query. */
function secretsIn(env: Environment): string[] {
  const values = Object.entries<Setting>(SETTINGS).flatMap(([name, { secret }]) => {
    const value = env[name];
    return secret === true && value ? [value] : [];
  });
  const parts = values
    .filter(value => URL.canParse(value))
    .flatMap(value => {
      const { password, search } = new URL(value);
      return [password, decodeURIComponent(password), search];
    });
  return [...values, ...parts].filter(value => value.length > 3).toSorted((a, b) => b.length - a.length);
}

/** Everything that the settings name. */
async function checkAll(settings: RunSettings, env: Environment): Promise<Finding[]> {
  const check = (part: string, work: () => Promise<Found>) => within(settings, part, work);
  const { databaseUrl, govBrRoots } = settings;
  const limits = { connectMs: 8000, statementMs: 8000, idleInTransactionMs: 8000, unansweredMs: 3000 };
  const server = databaseUrl === undefined ? undefined : openDatabaseServer(databaseUrl, limits, 3);
  let inspected: InspectedDatabase | undefined;
  const apart = Promise.all([
    check('Data folder', () => checkDataFolder(settings)),
    check('E-mail', () => checkMail(settings)),
    check('SMS', () => checkSms(settings)),
    check('Sealing', () => checkSealing(settings)),
    check('Trusted roots', () => checkTrust(settings)),
    ...(govBrRoots === undefined
      ? []
      : [check('gov.br roots', () => checkRoots('GOV_BR_ROOTS', govBrRoots))]),
    check('Timestamps', () => checkTimestamps(settings)),
    check('Tenants', () => checkTenantsFile(settings, env)),
    check('Cloud providers', () => checkProviders(settings, env)),
    check('Pages', () => checkPages(settings)),
  ]);
  const database = await check('Database', async () => {
    if (server === undefined) return ok('the embedded one, in the data folder.');
    const found = await checkServer(settings, server);
    inspected = await inspectDatabase(server);
    return found;
  });
  const after = await Promise.all([
    check('Bucket', () => checkBucket(settings, inspected)),
    check('Public address', () => checkPublicAddress(settings, inspected)),
  ]);
  // Not awaited: a server that says nothing doesn't end its connections either.
  void server?.close().catch(() => undefined);
  return [...checkSettings(settings, env), database, ...after, ...(await apart)];
}

/**
 * Checks an installation.
 * @param say gets a line at a time
 * @returns whether nothing is dangerous
 */
export async function checkInstallation(env: Environment, say: (line: string) => void): Promise<boolean> {
  let findings: readonly Finding[];
  try {
    findings = await checkAll(readSettings(env), env);
  } catch (error) {
    findings = [{ part: 'Settings', ...danger(describeStartError(error, undefined)) }];
  }
  const secrets = secretsIn(env);
  for (const { level, part, text } of findings) {
    const line = `${level.padEnd(8)} ${part}: ${text}`.replaceAll(/\s*\n\s*/g, ' ');
    say(secrets.reduce((safe, secret) => safe.replaceAll(secret, '…'), line));
  }
  return findings.every(({ level }) => level !== 'danger');
}

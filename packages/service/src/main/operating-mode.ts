import { isConfidential, isLoopbackAddress, isLoopbackUrl } from '../http/trusted-urls.ts';
import { SettingsError } from '../support/settings-error.ts';
import type { BuiltInSecrets } from '../tenants/built-in-tenants.ts';
import type { TenantSeed } from '../tenants/tenants-file.ts';
import { type SettingName, SETTINGS, type SettingValues } from './settings.ts';

/**
 * What the service is started as. This module alone decides it, and what follows from it:
 * - `local`: on this machine, to develop and test with, in local mode (local-mode.ts): published secrets, test authorities,
 *   portal and providers, and an inbox instead of mail.
 * - `public`: the same on an address that others reach, asked for by LOCAL_MODE=public. No well-known secret, and every
 *   tenant is a sandbox.
 * - `production`: none of these.
 */
export type OperatingMode = 'local' | 'public' | 'production';

/** Secrets of the built-in clients. `published`: those of local mode, which everybody knows. */
export type ClientSecrets = BuiltInSecrets | 'published';

/** The form of the published secrets. */
const PUBLISHED = /^(?:local|limited|basic)-secret$/;

/** Fewer characters could be guessed. */
const SECRET_LENGTH = 16;

function isThisMachine(host: string, publicUrls: readonly string[]): boolean {
  const listensHere = host.toLowerCase() === 'localhost' || isLoopbackAddress(host.replace(/^\[|\]$/g, ''));
  return listensHere && publicUrls.every(url => isLoopbackUrl(new URL(url)));
}

/**
 * What the settings ask for. A host or an address that others reach, or a database or bucket that others may share,
 * means production.
 * @param publicUrls PUBLIC_URL, SANDBOX_URL and PRODUCTION_URL, as far as they are set
 * @throws SettingsError for LOCAL_MODE=on where others reach the service
 */
export function operatingModeOf(values: SettingValues, publicUrls: readonly string[]): OperatingMode {
  const { LOCAL_MODE: asked, HOST } = values;
  if (asked === 'off') return 'production';
  if (asked === 'public') return 'public';
  if (isThisMachine(HOST, publicUrls)) {
    const sharesData = values.DATABASE_URL !== undefined || values.S3_BUCKET_URL !== undefined;
    return asked === 'on' || !sharesData ? 'local' : 'production';
  }
  if (asked === undefined) return 'production';
  throw new SettingsError(
    `LOCAL_MODE=on is for this machine alone, and others reach HOST=${HOST}${publicUrls
      .map(url => ` or ${url}`)
      .join('')}. Leave it out for production; LOCAL_MODE=public is a test service for others.`,
  );
}

/**
 * The secrets of the built-in clients, or that they are the published ones. Those count in local mode only, and there only
 * while none is set: who has set one may not know of a client that was added later.
 * @throws SettingsError
 */
export function clientSecretsOf(values: SettingValues, mode: OperatingMode): ClientSecrets {
  const own = {
    local: values.LOCAL_CLIENT_SECRET,
    limited: values.LIMITED_CLIENT_SECRET,
    basic: values.BASIC_CLIENT_SECRET,
  };
  const known = values.WELL_KNOWN_SECRETS;
  if (known === 'on' && mode !== 'local')
    throw new SettingsError('WELL_KNOWN_SECRETS=on is for a service that only this machine reaches.');
  const isAnySet = Object.values(own).some(secret => secret !== undefined);
  return mode === 'local' && known !== 'off' && !isAnySet ? 'published' : own;
}

/**
 * Whether a secret may authenticate anybody. The published ones don't outside local mode, whosever they are in the
 * database: a start in local mode may have left them there, or be running beside this one.
 */
export function acceptsSecret(secret: string, mode: OperatingMode): boolean {
  return mode === 'local' || !PUBLISHED.test(secret);
}

/**
 * Refuses a start that lacks what its mode needs, in one sentence that names all of it.
 * @throws SettingsError
 */
export function requireSettings(
  values: SettingValues,
  { mode, publicUrl, clientSecrets }: RequiredSettings,
): void {
  const missing: string[] = [];
  if (publicUrl === undefined && mode !== 'local')
    missing.push('PUBLIC_URL (what browsers reach the service by, such as https://sign.example)');
  const hasClient =
    clientSecrets === 'published' || Object.values(clientSecrets).some(secret => secret !== undefined);
  if (!hasClient && values.TENANTS_FILE === undefined && values.ADMIN_TOKEN === undefined)
    missing.push('a client (LOCAL_CLIENT_SECRET, TENANTS_FILE or ADMIN_TOKEN)');
  if (missing.length === 0) return;
  const what = {
    local: 'Without the published secrets',
    public: 'LOCAL_MODE=public',
    production: 'Production',
  };
  throw new SettingsError(
    `${what[mode]} needs ${missing.join(' and ')}.${mode === 'production' ? ` ${reasonFor(values)}` : ''}`,
  );
}

interface RequiredSettings {
  readonly mode: OperatingMode;
  readonly publicUrl: string | undefined;
  readonly clientSecrets: ClientSecrets;
}

/** Why it is production, for who didn't mean it. */
function reasonFor(values: SettingValues): string {
  const names: readonly SettingName[] = ['LOCAL_MODE', 'DATABASE_URL', 'S3_BUCKET_URL'];
  const cause =
    names.find(name => values[name] !== undefined) ??
    (values.HOST === SETTINGS.HOST.default ? 'PUBLIC_URL' : 'HOST');
  return `It is production because of ${cause}; LOCAL_MODE=on with a HOST of this machine is for tests.`;
}

/**
 * Checks the tenants of a file against the mode.
 * @returns a warning for each secret that will be refused from 0.5.0 on
 * @throws SettingsError for a published or short secret, and for a production tenant in a public test service
 */
export function checkTenants(seeds: readonly TenantSeed[], mode: OperatingMode): string[] {
  const warnings: string[] = [];
  for (const { tenant, clients } of seeds) {
    if (mode === 'public' && tenant.environment === 'production')
      throw new SettingsError(
        `LOCAL_MODE=public is for tests, and tenant ${tenant.tenantId} of TENANTS_FILE is a production one.`,
      );
    for (const { clientId, secret } of clients) {
      if (secret === undefined) continue;
      if (!acceptsSecret(secret, mode))
        throw new SettingsError(`Everybody knows the secret of client ${clientId} in TENANTS_FILE.`);
      if (secret.length < SECRET_LENGTH)
        warnings.push(
          `The secret of client ${clientId} has fewer than ${SECRET_LENGTH} characters. It will be refused from 0.5.0 on.`,
        );
    }
  }
  return warnings;
}

/** What an operator should know of the mode and of settings that are missing, at each start. */
export function modeWarnings(
  mode: OperatingMode,
  given: { readonly [Setting in 'sealing' | 'mail' | 'smsGatewayUrl' | 'trustedRoots']: unknown } & {
    readonly publicUrl?: string | undefined;
  },
): string[] {
  if (mode === 'local') return [];
  return [...missingWarnings(mode, given), ...addressWarnings(given.publicUrl)];
}

/** The widget opens no such address, and codes, links and documents could be read on the way. */
function addressWarnings(publicUrl = 'https://sign.example'): string[] {
  if (isConfidential(new URL(publicUrl))) return [];
  return [
    `PUBLIC_URL=${publicUrl} is not https: the widget refuses its links, and others can read what is sent.`,
  ];
}

function missingWarnings(
  mode: Exclude<OperatingMode, 'local'>,
  given: Parameters<typeof modeWarnings>[1],
): string[] {
  if (mode === 'public')
    return [
      'LOCAL_MODE=public: this is a test service that others reach. It trusts test certificates that anybody can get here.',
      'Nothing signed here binds anybody: every tenant is a sandbox, and every seal is a test seal.',
      'Its inbox and test routes answer only to this machine. Leave LOCAL_MODE out to run production.',
    ];
  const warnings: string[] = [];
  if (given.sealing === undefined)
    warnings.push(
      'SEALING_CERTIFICATE is not set: documents are sealed by a test certificate that nobody trusts.',
    );
  if (given.mail === undefined && given.smsGatewayUrl === undefined)
    warnings.push(
      'Neither SMTP_URL nor SMS_GATEWAY_URL is set: sessions that have to send a code are refused.',
    );
  if (given.trustedRoots === undefined)
    warnings.push('TRUSTED_ROOTS is not set: certificates are not offered to signers.');
  return warnings;
}

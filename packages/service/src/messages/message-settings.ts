import { hasCredentials, isConfidential, readUrl } from '../http/trusted-urls.ts';
import { SettingsError } from '../support/settings-error.ts';

type Environment = Readonly<Record<string, string | undefined>>;

export interface MailSettings {
  /** Includes the password. */
  readonly url: string;
  readonly from: string;
}

/** The URL may contain a password, so no message repeats it. */
export function readMail(env: Environment): MailSettings | undefined {
  const url = env['SMTP_URL'] || undefined;
  if (url === undefined) return undefined;
  if (!/^smtps?:\/\/./.test(url) || !URL.canParse(url)) {
    throw new SettingsError('SMTP_URL is no address such as smtps://user:password@mail.example:465.');
  }
  const from = env['MAIL_FROM'] || undefined;
  if (from === undefined || !/^([^<>@\s]+@[^<>@\s]+|[^<>@\p{Cc}]+<[^<>@\s]+@[^<>@\s]+>)$/u.test(from)) {
    throw new SettingsError('SMTP_URL needs MAIL_FROM, an address such as Acme <sign@acme.example>.');
  }
  return { url, from };
}

/** Requires https, or a gateway on this machine, because codes pass through it. The URL may contain a key. */
export function readSmsGateway(env: Environment): string | undefined {
  const value = env['SMS_GATEWAY_URL'] || undefined;
  if (value === undefined) return undefined;
  const url = readUrl(value);
  if (url === undefined || !isConfidential(url))
    throw new SettingsError('SMS_GATEWAY_URL is no https address (http only on this machine).');
  if (hasCredentials(url)) {
    throw new SettingsError('SMS_GATEWAY_URL holds a user name or a password, which would not be sent.');
  }
  return value;
}

/** Requires visible ASCII, as in a header; the message does not repeat the value. */
export function readSmsGatewayToken(env: Environment): string | undefined {
  const value = env['SMS_GATEWAY_TOKEN'] || undefined;
  if (value === undefined) return undefined;
  if (!/^[\x21-\x7e]+$/.test(value)) {
    throw new SettingsError('SMS_GATEWAY_TOKEN holds spaces or characters that no header can carry.');
  }
  if (!env['SMS_GATEWAY_URL']) {
    throw new SettingsError('SMS_GATEWAY_TOKEN is for an SMS gateway: set SMS_GATEWAY_URL too.');
  }
  return value;
}

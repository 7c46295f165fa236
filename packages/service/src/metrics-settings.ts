import { readPort } from './address-settings.ts';
import { SettingsError } from './support/settings-error.ts';

/** Where Prometheus reads `/metrics`: a port of its own, which the proxy for signers does not reach. */
export interface MetricsSettings {
  readonly host: string;
  /** 0 for any free one. */
  readonly port: number;
  /** Expected as `Authorization: Bearer`. Undefined: whoever reaches the port may read. */
  readonly token: string | undefined;
}

/**
 * Undefined without METRICS_PORT: nothing is served then.
 * @throws SettingsError
 */
export function readMetricsSettings(
  env: Readonly<Record<string, string | undefined>>,
): MetricsSettings | undefined {
  const port = readPort(env, 'METRICS_PORT');
  const token = env['METRICS_TOKEN'] || undefined;
  const host = env['METRICS_HOST'] || undefined;
  if (port === undefined) {
    if (token === undefined && host === undefined) return undefined;
    throw new SettingsError('METRICS_HOST and METRICS_TOKEN are for /metrics: set METRICS_PORT too.');
  }
  if (token !== undefined && !/^[\x21-\x7e]{16,}$/.test(token)) {
    throw new SettingsError('METRICS_TOKEN needs 16 or more visible ASCII characters.');
  }
  return { host: host ?? '127.0.0.1', port, token };
}

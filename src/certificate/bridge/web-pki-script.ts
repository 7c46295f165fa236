import { trustedScriptUrl } from '../../support/trusted-script-url.ts';
import { CertificateError } from '../provider.ts';
import type { WebPkiClass } from './web-pki.ts';

declare global {
  /** Defined by Web PKI's script. */
  var LacunaWebPKI: WebPkiClass | undefined;
}

/**
 * Loads Web PKI's script, a classic one that defines a global.
 *
 * @param url its address, from the integrator.
 * @throws CertificateError `worker` when it does not load.
 */
export async function loadWebPki(url: string, signal: AbortSignal): Promise<WebPkiClass> {
  if (globalThis.LacunaWebPKI === undefined) await runScript(url, signal);
  signal.throwIfAborted();
  if (globalThis.LacunaWebPKI === undefined) throw new CertificateError('UNSUPPORTED', 'worker');
  return globalThis.LacunaWebPKI;
}

function runScript(url: string, signal: AbortSignal): Promise<void> {
  const script = document.createElement('script');
  return new Promise<void>((resolve, reject) => {
    script.addEventListener('load', () => resolve());
    script.addEventListener('error', () => reject(new CertificateError('UNSUPPORTED', 'worker')));
    signal.addEventListener('abort', () => reject(new CertificateError('CANCELLED')), { once: true });
    script.src = trustedScriptUrl(url);
    document.head.append(script);
  }).finally(() => script.remove());
}

/** Certificates by Lacuna's Web PKI. */
import { trustedScriptUrl } from '../support/trusted-script-url.ts';
import { fromBase64, toBase64 } from './base64.ts';
import {
  CertificateError,
  type CertificateErrorCode,
  type CertificateProvider,
  type ListedCertificate,
  type ProviderState,
} from './provider.ts';

/*
 * The part of Lacuna Web PKI's documented interface that is used here (web-pki 2.18, lacuna-web-pki.d.ts). The
 * integrator provides the library itself, which is licensed by domain.
 */

/** An error of Web PKI; `code` is one of its ErrorCodes. */
interface WebPkiFailure {
  readonly code: string;
}

/** Web PKI's own kind of promise. */
export interface WebPkiPromise<T> {
  success(callback: (value: T) => void): WebPkiPromise<T>;
  fail(callback: (failure: WebPkiFailure) => void): WebPkiPromise<T>;
}

export interface WebPki {
  init(options: {
    readonly ready: () => void;
    /** `state`: 1 not installed, 2 outdated, 3 browser not supported. */
    readonly notInstalled: (state: number, message: string) => void;
    readonly defaultFail: (failure: WebPkiFailure) => void;
  }): unknown;
  listCertificates(): WebPkiPromise<readonly { readonly thumbprint: string }[]>;
  /** DER in base64. */
  readCertificate(options: { readonly thumbprint: string }): WebPkiPromise<string>;
  /** Signature in base64. */
  signData(options: {
    readonly thumbprint: string;
    readonly data: string;
    readonly digestAlgorithm: string;
  }): WebPkiPromise<string>;
}

/** `LacunaWebPKI`; `license` as bought, none on localhost. */
export type WebPkiClass = new (license?: string | object) => WebPki;

type Bytes = Uint8Array<ArrayBuffer>;

export interface WebPkiOptions {
  /** The class `LacunaWebPKI`, or the address of the script that defines it. */
  readonly library: WebPkiClass | string;
  /** As bought from Lacuna; none is needed on localhost. */
  readonly license?: string | object;
}

/** Web PKI's InstallationStates. */
const STATES: Readonly<Record<number, ProviderState>> = {
  0: 'ready',
  1: 'not-installed',
  2: 'outdated',
  3: 'unsupported',
};

/** Web PKI's ErrorCodes; licence errors are recognised by prefix. Any other code counts as unsupported. */
const CODES: Readonly<Record<string, CertificateErrorCode>> = {
  user_cancelled: 'CANCELLED',
  mobile_not_authorized: 'CANCELLED',
  blocked_domain: 'LICENSE',
  certificate_not_found: 'DEVICE_ABSENT',
  keyset_not_found: 'DEVICE_ABSENT',
  csp_keyset_not_defined: 'DEVICE_ABSENT',
  p11_token_not_found: 'DEVICE_ABSENT',
  p11_error: 'DEVICE_ABSENT',
  keychain_error: 'DEVICE_ABSENT',
  keychain_sign_error: 'DEVICE_ABSENT',
  native_connect_failure: 'DEVICE_ABSENT',
  native_disconnected: 'DEVICE_ABSENT',
  native_no_response: 'DEVICE_ABSENT',
  mobile_timeout: 'DEVICE_ABSENT',
};

/**
 * Certificates of tokens, cards and the system's store (A3), through the signer's installation of Web PKI. Web PKI asks
 * for the PIN; the page never sees it.
 */
export class WebPkiProvider implements CertificateProvider {
  readonly kind = 'web-pki';
  readonly installUrl = 'https://get.webpkiplugin.com/';
  readonly #options: WebPkiOptions;
  #life = new AbortController();
  #pki: WebPki | undefined;

  constructor(options: WebPkiOptions) {
    this.#options = options;
  }

  async init(signal: AbortSignal): Promise<ProviderState> {
    const { library, license } = this.#options;
    const Library = typeof library === 'string' ? await loadWebPki(library, signal) : library;
    const pki = new Library(license);
    const state = await this.#settled<ProviderState>(signal, (resolve, reject) => {
      pki.init({
        ready: () => resolve('ready'),
        notInstalled: found => resolve(STATES[found] ?? 'unsupported'),
        defaultFail: ({ code }) => reject(toError(code)),
      });
    });
    if (state === 'ready') this.#pki = pki;
    return state;
  }

  async list(signal: AbortSignal): Promise<readonly ListedCertificate[]> {
    const found = await this.#ask(signal, pki => pki.listCertificates());
    return found.map(({ thumbprint }) => ({ id: thumbprint }));
  }

  /** Only the holder's certificate: Web PKI returns no others. */
  async chain(id: string, signal: AbortSignal): Promise<readonly Bytes[]> {
    return [fromBase64(await this.#ask(signal, pki => pki.readCertificate({ thumbprint: id })))];
  }

  async sign(id: string, bytes: Bytes, hash: 'SHA-256', signal: AbortSignal): Promise<Bytes> {
    const request = { thumbprint: id, data: toBase64(bytes), digestAlgorithm: hash };
    return fromBase64(await this.#ask(signal, pki => pki.signData(request)));
  }

  dispose(): void {
    this.#life.abort();
    this.#life = new AbortController();
    this.#pki = undefined;
  }

  #ask<T>(signal: AbortSignal, command: (pki: WebPki) => WebPkiPromise<T>): Promise<T> {
    const pki = this.#pki;
    if (pki === undefined) return Promise.reject(new CertificateError('DEVICE_ABSENT'));
    return this.#settled<T>(signal, (resolve, reject) => {
      command(pki)
        .success(resolve)
        .fail(({ code }) => reject(toError(code)));
    });
  }

  /** Web PKI can't be cancelled: an answer after disposal or abortion is ignored. */
  #settled<T>(
    signal: AbortSignal,
    begin: (resolve: (value: T) => void, reject: (error: Error) => void) => void,
  ): Promise<T> {
    const ended = new AbortController();
    const life = this.#life.signal;
    const promise = new Promise<T>((resolve, reject) => {
      signal.throwIfAborted();
      signal.addEventListener('abort', () => reject(abortReason(signal)), { signal: ended.signal });
      const dispose = () => reject(new CertificateError('CANCELLED'));
      life.addEventListener('abort', dispose, { signal: ended.signal });
      begin(resolve, reject);
    });
    return promise.finally(() => ended.abort());
  }
}

function toError(code: string): CertificateError {
  return new CertificateError(code.startsWith('license_') ? 'LICENSE' : (CODES[code] ?? 'UNSUPPORTED'));
}

function abortReason(signal: AbortSignal): Error {
  const reason: unknown = signal.reason;
  return reason instanceof Error ? reason : new DOMException('Aborted', 'AbortError');
}

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
async function loadWebPki(url: string, signal: AbortSignal): Promise<WebPkiClass> {
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

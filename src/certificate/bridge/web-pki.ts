/*
 * The part of Lacuna Web PKI's documented interface that is used here (web-pki 2.18, lacuna-web-pki.d.ts). The
 * integrator provides the library itself, which is licensed by domain.
 */

/** An error of Web PKI; `code` is one of its ErrorCodes. */
export interface WebPkiFailure {
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
  signHash(options: {
    readonly thumbprint: string;
    readonly hash: string;
    readonly digestAlgorithm: string;
  }): WebPkiPromise<string>;
}

/** `LacunaWebPKI`; `license` as bought, none on localhost. */
export type WebPkiClass = new (license?: string | object) => WebPki;

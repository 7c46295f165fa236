import { fromBase64, toBase64 } from '../../src/certificate/base64.ts';
import type { WebPki, WebPkiClass, WebPkiPromise } from '../../src/certificate/web-pki.ts';

/** How the stand-in behaves: each test its own. */
export interface WebPkiScript {
  /** InstallationStates: 0 is installed. */
  readonly state?: number;
  /** Fails every command with this one of Web PKI's error codes. */
  readonly failure?: string;
  /** Never answers, as while the signer looks at the PIN's dialog. */
  readonly silent?: boolean;
  /** Signs something else than it was given. */
  readonly wrong?: boolean;
}

type Bytes = Uint8Array<ArrayBuffer>;

/** What is in the token. */
export interface Token {
  /** The holder's certificate first; the index is the certificate's thumbprint. */
  readonly chains: readonly (readonly Bytes[])[];
  sign(index: number, bytes: Bytes): Promise<Bytes>;
}

async function hand<T>(work: () => Promise<T>, callback: (value: T) => void): Promise<void> {
  callback(await work());
}

/**
 * Stands in for Lacuna Web PKI, whose component can't be installed for tests, by its documented interface: the
 * certificates of a file as if they were in a token.
 */
export function webPkiStandIn(token: Token, script: WebPkiScript = {}): WebPkiClass {
  const { state = 0, failure, silent = false, wrong = false } = script;
  const answer = <T>(work: () => Promise<T>): WebPkiPromise<T> => {
    const promise: WebPkiPromise<T> = {
      success(callback) {
        if (!silent && failure === undefined) void hand(work, callback);
        return promise;
      },
      fail(callback) {
        if (failure !== undefined) setTimeout(() => callback({ code: failure }));
        return promise;
      },
    };
    return promise;
  };
  const { chains } = token;
  const sign = async (thumbprint: string, data: string): Promise<string> => {
    const bytes = wrong ? new Uint8Array(1) : fromBase64(data);
    return toBase64(await token.sign(Number(thumbprint), bytes));
  };
  return class implements WebPki {
    init({ ready, notInstalled }: Parameters<WebPki['init']>[0]): void {
      setTimeout(() => (state === 0 ? ready() : notInstalled(state, 'Install Web PKI')));
    }

    listCertificates() {
      return answer(async () => chains.map((_, index) => ({ thumbprint: String(index) })));
    }

    readCertificate({ thumbprint }: { readonly thumbprint: string }) {
      return answer(async () => toBase64(chains[Number(thumbprint)]?.[0] ?? new Uint8Array()));
    }

    signData({ thumbprint, data }: { readonly thumbprint: string; readonly data: string }) {
      return answer(() => sign(thumbprint, data));
    }
  };
}

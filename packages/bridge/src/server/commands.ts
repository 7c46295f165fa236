import { randomInt } from 'node:crypto';
import {
  PROTOCOL_VERSION,
  type BridgeErrorCode,
  type CertificateResult,
  type Commands,
  type SignatureAlgorithm,
  type SignBatchResult,
  type SignResult,
  type StatusResult,
} from '@sign-session/bridge-protocol';
import { readCertificate, sameBytes } from '@sign-session/certificates';
import {
  KeystoreError,
  type Keystore,
  type KeystoreProblem,
  type TokenCertificate,
} from '../keystore/keystore.ts';
import type { Questions } from '../questions/questions.ts';
import type { Pairings } from './pairings.ts';
import {
  readCertificateArgument,
  readDocument,
  readDocuments,
  readLocale,
  RequestError,
  type BridgeRequest,
  type DocumentToSign,
} from './requests.ts';

/** What the commands work with. */
export interface BridgeParts {
  readonly keystore: Keystore;
  readonly questions: Questions;
  readonly pairings: Pairings;
  readonly version: string;
  /** How long the signer may take for a question. */
  readonly userTimeoutMs: number;
}

const CODES: Readonly<Record<KeystoreProblem, BridgeErrorCode>> = {
  'no-native-part': 'ERR_BRIDGE_NO_MODULE',
  'no-module': 'ERR_BRIDGE_NO_MODULE',
  'module-unusable': 'ERR_BRIDGE_NO_MODULE',
  'no-token': 'ERR_BRIDGE_NO_TOKEN',
  'no-certificate': 'ERR_BRIDGE_NO_CERTIFICATE',
  'pin-wrong': 'ERR_WEBEID_USER_CANCELLED',
  'pin-wrong-last-try': 'ERR_WEBEID_USER_CANCELLED',
  'pin-locked': 'ERR_BRIDGE_PIN_LOCKED',
  'pin-cancelled': 'ERR_WEBEID_USER_CANCELLED',
  failed: 'ERR_WEBEID_NATIVE_FATAL',
};

/** The code that tells a page of a keystore's error. */
export function codeOf(error: KeystoreError): BridgeErrorCode {
  return CODES[error.problem];
}

/** The commands of one page, which has one connection. What it may sign with is forgotten with the connection. */
export class PageCommands {
  readonly #parts: BridgeParts;
  readonly #origin: string;
  /** The certificate that the signer let the page see. */
  #shown: TokenCertificate | undefined;

  constructor(parts: BridgeParts, origin: string) {
    this.#parts = parts;
    this.#origin = origin;
  }

  /**
   * @param tellNumber sends the page the number to compare
   * @param signal aborts when the page is gone
   * @throws RequestError, KeystoreError, or the signal's reason
   */
  async run(
    request: BridgeRequest,
    tellNumber: (number: string) => void,
    signal: AbortSignal,
  ): Promise<Commands[keyof Commands]['result']> {
    const { command } = request;
    if (command === 'status') return this.status();
    if (command === 'pair') return this.#pair(request.arguments, tellNumber, signal);
    if (!(await this.#parts.pairings.has(this.#origin))) throw new RequestError('ERR_BRIDGE_NOT_PAIRED');
    switch (command) {
      case 'getSigningCertificate':
        return this.#certificate(request.arguments, signal);
      case 'sign':
        return this.#sign(request.arguments, signal);
      case 'signBatch':
        return this.#signBatch(request.arguments, signal);
    }
  }

  async status(): Promise<StatusResult> {
    const { pairings, version } = this.#parts;
    return { protocolVersion: PROTOCOL_VERSION, version, paired: await pairings.has(this.#origin) };
  }

  async #pair(
    given: Record<string, unknown>,
    tellNumber: (number: string) => void,
    signal: AbortSignal,
  ): Promise<object> {
    const { pairings, questions } = this.#parts;
    if (await pairings.has(this.#origin)) return {};
    const number = String(randomInt(1_000_000)).padStart(6, '0');
    tellNumber(number);
    const lang = readLocale(given);
    const same = await this.#asked(signal, until => questions.pairing(this.#origin, number, lang, until));
    if (!same) throw cancelled();
    signal.throwIfAborted();
    await pairings.add(this.#origin);
    return {};
  }

  async #certificate(given: Record<string, unknown>, signal: AbortSignal): Promise<CertificateResult> {
    const { keystore, questions } = this.#parts;
    this.#shown = undefined;
    const found = await keystore.certificates(signal);
    const lang = readLocale(given);
    const shown = await this.#asked(signal, until => questions.certificate(this.#origin, found, lang, until));
    if (shown === undefined) throw cancelled();
    this.#shown = shown;
    return {
      certificate: base64(shown.der),
      issuers: shown.issuers.map(base64),
      supportedSignatureAlgorithms: [algorithmOf(shown)],
    };
  }

  async #sign(given: Record<string, unknown>, signal: AbortSignal): Promise<SignResult> {
    const certificate = this.#certificateOf(given);
    const [signature = new Uint8Array()] = await this.#signed(
      certificate,
      [readDocument(given)],
      given,
      signal,
    );
    return { signature: base64(signature), signatureAlgorithm: algorithmOf(certificate) };
  }

  async #signBatch(given: Record<string, unknown>, signal: AbortSignal): Promise<SignBatchResult> {
    const certificate = this.#certificateOf(given);
    const documents = readDocuments(given);
    const signatures = await this.#signed(certificate, documents, given, signal);
    return {
      signatures: documents.map(({ id }, index) => ({
        id,
        signature: base64(signatures[index] ?? new Uint8Array()),
      })),
      signatureAlgorithm: algorithmOf(certificate),
    };
  }

  /** @throws RequestError when the signer takes too long */
  async #asked<T>(signal: AbortSignal, question: (until: AbortSignal) => Promise<T>): Promise<T> {
    const timeout = AbortSignal.timeout(this.#parts.userTimeoutMs);
    try {
      return await question(AbortSignal.any([signal, timeout]));
    } catch (error) {
      if (timeout.aborted && !signal.aborted) throw new RequestError('ERR_WEBEID_USER_TIMEOUT');
      throw error;
    }
  }

  /** Only with the certificate that the signer chose for this page, on this connection. @throws RequestError */
  #certificateOf(given: Record<string, unknown>): TokenCertificate {
    const shown = this.#shown;
    if (shown === undefined || !sameBytes(shown.der, readCertificateArgument(given)))
      throw new RequestError('ERR_WEBEID_NATIVE_INVALID_ARGUMENT');
    return shown;
  }

  /** All of them or none. */
  async #signed(
    certificate: TokenCertificate,
    documents: readonly DocumentToSign[],
    given: Record<string, unknown>,
    signal: AbortSignal,
  ): Promise<readonly Uint8Array[]> {
    const { keystore, questions } = this.#parts;
    if (certificate.tries === 'none') throw new KeystoreError('pin-locked');
    const lang = readLocale(given);
    const labels = documents.map(({ label }) => label);
    const agreed = await this.#asked(signal, until =>
      questions.signing(this.#origin, labels, certificate, lang, until),
    );
    if (!agreed) throw cancelled();
    const digests = documents.map(({ digest }) => digest);
    if (certificate.pin === 'pad') return keystore.sign(certificate, digests, undefined, signal);
    let { tries } = certificate;
    for (let wrong = false; ; wrong = true) {
      const [left, again] = [tries, wrong];
      const pin = await this.#asked(signal, until => questions.pin(certificate, left, again, lang, until));
      if (pin === undefined || pin === '') throw cancelled();
      try {
        return await keystore.sign(certificate, digests, pin, signal);
      } catch (error) {
        const problem = error instanceof KeystoreError ? error.problem : undefined;
        if (problem !== 'pin-wrong' && problem !== 'pin-wrong-last-try') throw error;
        tries = problem === 'pin-wrong-last-try' ? 'last' : tries;
      }
    }
  }
}

function cancelled(): RequestError {
  return new RequestError('ERR_WEBEID_USER_CANCELLED');
}

function algorithmOf({ der }: TokenCertificate): SignatureAlgorithm {
  const isEc = readCertificate(der).publicKey.type === 'EC';
  return isEc
    ? { cryptoAlgorithm: 'ECC', hashFunction: 'SHA-256', paddingScheme: 'NONE' }
    : { cryptoAlgorithm: 'RSA', hashFunction: 'SHA-256', paddingScheme: 'PKCS1.5' };
}

function base64(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('base64');
}

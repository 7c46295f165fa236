/** Timestamps of the test authority (RFC 3161). */
import 'reflect-metadata';
import { createPrivateKey, sign, type KeyObject } from 'node:crypto';
import {
  BerError,
  context,
  der,
  expect,
  octets,
  oidDer,
  readAlgorithmIdentifier,
  readWhole,
  TAG,
  type Bytes,
} from '@sign-session/certificates';
import { ExtendedKeyUsageExtension, KeyUsageFlags, KeyUsagesExtension, type Extension } from '@peculiar/x509';
import {
  bytesToSign,
  generalizedTimeDer,
  SHA_256,
  signedAttributes,
  signedData,
} from '../../../service/src/cms/signed-data.ts';
import { sha256 } from '../../../service/src/domain/sha256.ts';
import type { Clock } from '../../../service/src/domain/clock.ts';
import type { Random } from '../../../service/src/domain/ids.ts';
import {
  requestFor,
  tokenIn,
  VERSION_1,
  type TimestampAuthority,
} from '../../../service/src/pki/timestamp-authority.ts';
import {
  addDays,
  exportPrivateKey,
  issueCertificate,
  type CertificateAuthority,
} from '../../../service/src/pki/issue-certificate.ts';

/** A test policy, which promises nothing about the clock's accuracy. */
const POLICY = '2.16.76.1.7.1.0.0';
/** `id-ct-TSTInfo`: the content of a timestamp token. */
const TST_INFO = '1.2.840.113549.1.9.16.1.4';
const TIME_STAMPING = '1.3.6.1.5.5.7.3.8';
const VALID_YEARS = 6;
/** `PKIStatus`: no token is given (RFC 3161, 2.4.2). */
const REJECTION = 2;

/** A timestamp authority's key and certificates. */
export interface TimestamperIdentity {
  /** DER, its own certificate first. */
  readonly chain: readonly Uint8Array[];
  /** EC on P-256. */
  readonly privateKey: KeyObject;
}

/**
 * Issues a certificate for timestamping only (RFC 3161, 2.3).
 * @param above DER of the issuer and the authorities above it
 * @param extensions further extensions, such as the revocation list's URL
 */
export async function issueTimestamper(
  issuer: CertificateAuthority,
  { subject, above, now, extensions }: TimestamperProfile,
): Promise<TimestamperIdentity> {
  const keys = await crypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, true, [
    'sign',
    'verify',
  ]);
  const profile = {
    subject,
    notBefore: addDays(now, -VALID_YEARS * 365),
    notAfter: addDays(now, VALID_YEARS * 365),
    extensions: [
      new KeyUsagesExtension(KeyUsageFlags.digitalSignature, true),
      new ExtendedKeyUsageExtension([TIME_STAMPING], true),
      ...extensions,
    ],
  };
  const certificate = await issueCertificate(profile, keys, issuer);
  return {
    chain: [new Uint8Array(certificate.rawData), ...above],
    privateKey: createPrivateKey(await exportPrivateKey(keys.privateKey)),
  };
}

interface TimestamperProfile {
  /** RFC 4514. */
  readonly subject: string;
  readonly above: readonly Uint8Array[];
  readonly now: Date;
  readonly extensions: readonly Extension[];
}

/** Timestamps with the service's own clock (RFC 3161). Only for tests: the service is no independent witness. */
export class Timestamper implements TimestampAuthority {
  readonly #identity: () => Promise<TimestamperIdentity>;
  readonly #clock: Clock;
  readonly #random: Random;

  constructor(options: { identity: () => Promise<TimestamperIdentity>; clock: Clock; random: Random }) {
    this.#identity = options.identity;
    this.#clock = options.clock;
    this.#random = options.random;
  }

  async stamp(stamped: Uint8Array): Promise<Bytes> {
    return tokenIn(await this.answer(requestFor(stamped, this.#random)));
  }

  /**
   * Answers a timestamp request in DER (RFC 3161, 2.4).
   * @returns DER; an error response if the request cannot be parsed or uses another hash than SHA-256
   */
  async answer(query: Bytes): Promise<Bytes> {
    const asked = readQuery(query);
    const status = der(TAG.integer, Uint8Array.of(asked === undefined ? REJECTION : 0));
    const token = asked === undefined ? [] : [await this.#token(this.#info(asked))];
    return der(TAG.sequence, der(TAG.sequence, status), ...token);
  }

  /** `TSTInfo`, in seconds. */
  #info({ imprint, nonce }: Query): Bytes {
    return der(
      TAG.sequence,
      VERSION_1,
      oidDer(POLICY),
      imprint,
      der(TAG.integer, this.#serialNumber()),
      generalizedTimeDer(this.#clock.now()),
      ...nonce,
    );
  }

  async #token(content: Uint8Array): Promise<Bytes> {
    const { chain, privateKey } = await this.#identity();
    const [certificate] = chain;
    if (certificate === undefined) throw new RangeError('A timestamper needs a certificate.');
    const signedAttrs = signedAttributes({
      messageDigest: sha256(content),
      certificate,
      contentType: TST_INFO,
    });
    const signature = sign('sha256', bytesToSign(signedAttrs), {
      key: privateKey,
      dsaEncoding: 'der',
    });
    return signedData({
      chain,
      signedAttrs,
      algorithm: 'ECDSA-P256',
      signature: new Uint8Array(signature),
      content,
      contentType: TST_INFO,
    });
  }

  /** Makes a positive INTEGER in its shortest form. */
  #serialNumber(): Uint8Array {
    const number = Uint8Array.from(this.#random(16));
    number[0] = ((number[0] ?? 0) & 0x3f) | 0x40;
    return number;
  }
}

/** What is to be repeated of a request, in DER. */
interface Query {
  readonly imprint: Bytes;
  /** None or one. */
  readonly nonce: readonly Bytes[];
}

/**
 * Reads `TimeStampReq ::= SEQUENCE { version, messageImprint, reqPolicy OPTIONAL, nonce OPTIONAL, certReq DEFAULT FALSE,
 * extensions [0] OPTIONAL }` (RFC 3161, 2.4.1).
 */
function readQuery(query: Bytes): Query | undefined {
  try {
    const fields = expect(readWhole(query), TAG.sequence).cursor();
    fields.next(TAG.integer);
    const imprint = fields.next(TAG.sequence);
    const parts = imprint.cursor();
    const { algorithm } = readAlgorithmIdentifier(parts.next());
    if (algorithm !== SHA_256 || octets(parts.next()).length !== 32) return undefined;
    fields.optional(TAG.oid);
    const nonce = fields.optional(TAG.integer);
    for (const tag of [TAG.boolean, context(0)]) fields.optional(tag);
    fields.expectEnd();
    return { imprint: imprint.raw, nonce: nonce === undefined ? [] : [nonce.raw] };
  } catch (error) {
    if (error instanceof BerError) return undefined;
    throw error;
  }
}

import 'reflect-metadata';
import { createPrivateKey, sign, type KeyObject } from 'node:crypto';
import type { Attribute } from '@peculiar/asn1-cms';
import { AsnConvert } from '@peculiar/asn1-schema';
import {
  id_ct_tstInfo,
  type MessageImprint,
  PKIStatus,
  PKIStatusInfo,
  TimeStampReq,
  TimeStampResp,
  TimeStampToken,
  TSTInfo,
  TSTInfoVersion,
} from '@peculiar/asn1-tsp';
import { ExtendedKeyUsageExtension, KeyUsageFlags, KeyUsagesExtension, type Extension } from '@peculiar/x509';
import { sha256 } from '../cms/sha256.ts';
import { SHA_256 } from '../cms/signature-algorithms.ts';
import { bytesToSign, signedAttributes } from '../cms/signed-attributes.ts';
import { signedData } from '../cms/signed-data.ts';
import type { Clock } from '../domain/clock.ts';
import type { Random } from '../domain/identifiers/random-ids.ts';
import { requestFor, tokenIn, type TimestampAuthority } from './timestamp-authority.ts';
import {
  addDays,
  exportPrivateKey,
  issueCertificate,
  type CertificateAuthority,
} from './issue-certificate.ts';

/** A test policy, which promises nothing about the clock's accuracy. */
const POLICY = '2.16.76.1.7.1.0.0';
const TIME_STAMPING = '1.3.6.1.5.5.7.3.8';
const VALID_YEARS = 6;

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

export interface TimestamperProfile {
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

  async stamp(stamped: Uint8Array): Promise<ArrayBuffer> {
    return tokenIn(await this.answer(requestFor(stamped, this.#random)));
  }

  /**
   * Answers a timestamp request in DER (RFC 3161, 2.4).
   * @returns DER; an error response if the request cannot be parsed or uses another hash than SHA-256
   */
  async answer(query: ArrayBuffer): Promise<ArrayBuffer> {
    const asked = readQuery(query);
    const info =
      asked &&
      new TSTInfo({
        version: TSTInfoVersion.v1,
        policy: POLICY,
        messageImprint: asked.messageImprint,
        serialNumber: this.#serialNumber(),
        genTime: new Date(Math.floor(this.#clock.now().getTime() / 1000) * 1000),
        ...(asked.nonce === undefined ? {} : { nonce: asked.nonce }),
      });
    const status = new PKIStatusInfo({ status: info ? PKIStatus.granted : PKIStatus.rejection });
    const timeStampToken = info && (await this.#token(new Uint8Array(AsnConvert.serialize(info))));
    return AsnConvert.serialize(
      new TimeStampResp(timeStampToken === undefined ? { status } : { status, timeStampToken }),
    );
  }

  async #token(content: Uint8Array): Promise<TimeStampToken> {
    const { chain, privateKey } = await this.#identity();
    const [certificate] = chain;
    if (certificate === undefined) throw new RangeError('A timestamper needs a certificate.');
    const signedAttrs: Attribute[] = signedAttributes({
      messageDigest: sha256(content),
      certificate,
      contentType: id_ct_tstInfo,
    });
    const signature = sign('sha256', new Uint8Array(bytesToSign(signedAttrs)), {
      key: privateKey,
      dsaEncoding: 'der',
    });
    const cms = signedData({
      chain,
      signedAttrs,
      algorithm: 'ECDSA-P256',
      signature: new Uint8Array(signature),
      content,
      contentType: id_ct_tstInfo,
    });
    return AsnConvert.parse(cms, TimeStampToken);
  }

  /** Makes a positive INTEGER in its shortest form. */
  #serialNumber(): ArrayBuffer {
    const number = Uint8Array.from(this.#random(16));
    number[0] = ((number[0] ?? 0) & 0x3f) | 0x40;
    return number.buffer;
  }
}

function readQuery(query: ArrayBuffer): { messageImprint: MessageImprint; nonce?: ArrayBuffer } | undefined {
  try {
    const { messageImprint, nonce } = AsnConvert.parse(query, TimeStampReq);
    const { hashAlgorithm, hashedMessage } = messageImprint;
    if (hashAlgorithm.algorithm !== SHA_256 || hashedMessage.byteLength !== 32) return undefined;
    return nonce === undefined ? { messageImprint } : { messageImprint, nonce };
  } catch {
    return undefined;
  }
}

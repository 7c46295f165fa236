import { createPrivateKey, sign } from 'node:crypto';
import { der, readCertificatePem } from '@sign-session/certificates';
import type { HolderAuthority } from './certificate-holders.ts';
import { START } from './test-service.ts';

type Bytes = Uint8Array<ArrayBuffer>;

const SEQUENCE = 0x30;
const SHA256_WITH_RSA = der(
  SEQUENCE,
  der(0x06, Uint8Array.from(Buffer.from('2a864886f70d01010b', 'hex'))),
  der(0x05),
);
const DAY_MS = 86_400_000;

export interface CraftedList {
  /** Hexadecimal serial numbers, in the order of the entries. */
  readonly serialNumbers?: readonly string[];
  /** The rest of each entry after its serial number; default: a time and a reason. */
  readonly rest?: Bytes;
  /** Days from the test's start. */
  readonly validity?: readonly [number, number];
  /** Follows the entries, DER. */
  readonly extensions?: Bytes;
}

/** A revocation list of the authority, of any form and length; DER. */
export function craftedList({ issuerPem, issuerKeyPem }: HolderAuthority, list: CraftedList = {}): Bytes {
  const { serialNumbers = [], rest = revokedFor(1), validity = [-1, 7], extensions } = list;
  const entries = serialNumbers.map(number => der(SEQUENCE, der(0x02, hex(number)), rest));
  const body = der(
    SEQUENCE,
    der(0x02, Uint8Array.of(1)),
    SHA256_WITH_RSA,
    readCertificatePem(issuerPem).subject.der,
    ...validity.map(days => utcTime(new Date(START.getTime() + days * DAY_MS))),
    ...(entries.length === 0 ? [] : [der(SEQUENCE, new Uint8Array(Buffer.concat(entries)))]),
    ...(extensions === undefined ? [] : [der(0xa0, der(SEQUENCE, extensions))]),
  );
  const signature = sign('sha256', body, createPrivateKey(issuerKeyPem));
  return der(SEQUENCE, body, SHA256_WITH_RSA, der(0x03, Uint8Array.of(0), new Uint8Array(signature)));
}

/** A day before the test's start, with a reason code (RFC 5280, 5.3.1). */
export function revokedFor(reason: number): Bytes {
  const code = extension('551d15', der(0x0a, Uint8Array.of(reason)));
  const time = utcTime(new Date(START.getTime() - DAY_MS));
  return new Uint8Array(Buffer.concat([time, der(SEQUENCE, code)]));
}

/** @param id content of the OBJECT IDENTIFIER, hexadecimal */
export function extension(id: string, value: Bytes, critical = false): Bytes {
  const flag = critical ? [der(0x01, Uint8Array.of(0xff))] : [];
  return der(SEQUENCE, der(0x06, hex(id)), ...flag, der(0x04, value));
}

export function generalizedTime(time: Date): Bytes {
  return der(0x18, Uint8Array.from(Buffer.from(time.toISOString().replaceAll(/[-:T]|\.\d+/g, ''), 'latin1')));
}

function utcTime(time: Date): Bytes {
  const digits = time.toISOString().replaceAll(/[-:T]|\.\d+/g, '');
  return der(0x17, Uint8Array.from(Buffer.from(digits.slice(2), 'latin1')));
}

function hex(digits: string): Bytes {
  return Uint8Array.from(Buffer.from(digits, 'hex'));
}

import { createPrivateKey, sign } from 'node:crypto';
import { der, oidDer, readCertificatePem, type CertificateFacts } from '@sign-session/certificates';
import { certificateId } from '../../../verify/src/signatures/ocsp.ts';
import type { HolderAuthority } from './certificate-holders.ts';
import { generalizedTime } from './crafted-lists.ts';
import { START } from './test-service.ts';

type Bytes = Uint8Array<ArrayBuffer>;

export interface CraftedAnswer {
  readonly at?: Date;
  /** By which the certificate is named. */
  readonly hash?: 'SHA-1' | 'SHA-256';
  /** Of the response, and of what it says of the certificate; DER. */
  readonly extensions?: Bytes;
  readonly singleExtensions?: Bytes;
  /** Says behind that that the certificate is revoked. */
  readonly isRevokedAsWell?: boolean;
}

const SEQUENCE = 0x30;
const SHA256_WITH_RSA = der(SEQUENCE, oidDer('1.2.840.113549.1.1.11'), der(0x05));
const HASHES = { 'SHA-1': '1.3.14.3.2.26', 'SHA-256': '2.16.840.1.101.3.4.2.1' } as const;

/** An OCSP response by the authority itself that calls a certificate good, without nonce and next update; DER. */
export async function craftedAnswer(
  { issuerPem, issuerKeyPem }: HolderAuthority,
  certificate: CertificateFacts,
  { at = START, hash = 'SHA-1', extensions, singleExtensions, isRevokedAsWell = false }: CraftedAnswer = {},
): Promise<Bytes> {
  const issuer = readCertificatePem(issuerPem);
  const { nameHash, keyHash, serialNumber } = await certificateId(certificate, issuer, hash);
  const time = generalizedTime(at);
  const id = der(
    SEQUENCE,
    der(SEQUENCE, oidDer(HASHES[hash])),
    der(0x04, nameHash),
    der(0x04, keyHash),
    der(0x02, serialNumber),
  );
  const single = der(SEQUENCE, id, der(0x80), time, ...explicit(singleExtensions));
  const body = der(
    SEQUENCE,
    der(0xa1, issuer.subject.der),
    time,
    der(SEQUENCE, single, ...(isRevokedAsWell ? [der(SEQUENCE, id, der(0xa1, time), time)] : [])),
    ...explicit(extensions),
  );
  const signature = new Uint8Array(sign('sha256', body, createPrivateKey(issuerKeyPem)));
  const basic = der(SEQUENCE, body, SHA256_WITH_RSA, der(0x03, Uint8Array.of(0), signature));
  const typed = der(SEQUENCE, oidDer('1.3.6.1.5.5.7.48.1.1'), der(0x04, basic));
  return der(SEQUENCE, der(0x0a, Uint8Array.of(0)), der(0xa0, typed));
}

function explicit(extensions: Bytes | undefined): Bytes[] {
  return extensions === undefined ? [] : [der(0xa1, der(SEQUENCE, extensions))];
}

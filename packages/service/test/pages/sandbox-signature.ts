import { createPrivateKey, sign } from 'node:crypto';
import { openPkcs12 } from '../../../../src/certificate/pkcs12/open-pkcs12.ts';
import { contractPdf } from '../../../verify/test/attacks/contract.ts';
import type { Holder } from '../support/certificate-holders.ts';
import { signRaw } from '../../../verify/test/attacks/raw-signature.ts';
import { PASSWORD } from '../../../../test/support/certificate-files.ts';

const pemOf = (der: Uint8Array): string =>
  `-----BEGIN CERTIFICATE-----\n${Buffer.from(der).toString('base64')}\n-----END CERTIFICATE-----\n`;

/** Whom one of the sandbox's certificate files makes sign. */
export async function sandboxHolder(p12: Uint8Array<ArrayBuffer>): Promise<Holder> {
  const { keys, certificates } = await openPkcs12(p12, PASSWORD);
  const key = createPrivateKey({ key: Buffer.from(keys[0]?.pkcs8 ?? []), format: 'der', type: 'pkcs8' });
  const pems = certificates.map(({ certificate }) => pemOf(certificate.der));
  return { pems, sign: data => sign('sha256', data, key).toString('base64') };
}

/** A contract that no service has seen, signed with one of the sandbox's certificate files. */
export async function signedWith(p12: Uint8Array<ArrayBuffer>): Promise<Uint8Array> {
  return signRaw(contractPdf(), await sandboxHolder(p12));
}

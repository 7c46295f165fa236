import { createPrivateKey, sign } from 'node:crypto';
import { openPkcs12 } from '../../../src/certificate/pkcs12/open-pkcs12.ts';
import { contractPdf } from '../../support/attacks/contract.ts';
import { signRaw } from '../../support/attacks/raw-signature.ts';
import { PASSWORD } from '../../support/certificate-files.ts';

const pemOf = (der: Uint8Array): string =>
  `-----BEGIN CERTIFICATE-----\n${Buffer.from(der).toString('base64')}\n-----END CERTIFICATE-----\n`;

/** A contract that no service has seen, signed with one of the sandbox's certificate files. */
export async function signedWith(p12: Uint8Array<ArrayBuffer>): Promise<Uint8Array> {
  const { keys, certificates } = await openPkcs12(p12, PASSWORD);
  const key = createPrivateKey({ key: Buffer.from(keys[0]?.pkcs8 ?? []), format: 'der', type: 'pkcs8' });
  const pems = certificates.map(({ certificate }) => pemOf(certificate.der));
  return signRaw(contractPdf(), { pems, sign: data => sign('sha256', data, key).toString('base64') });
}

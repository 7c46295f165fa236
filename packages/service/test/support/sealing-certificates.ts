// Import first: @peculiar/x509 needs it for its decorators.
import 'reflect-metadata';
import { X509Certificate } from '@peculiar/x509';
import type { SealingIdentity } from '../../src/cms/signed-data.ts';
import {
  addDays,
  authorityExtensions,
  companyAlternativeNames,
  exportPrivateKey,
  holderExtensions,
  issueCertificate,
  newRsaKeys,
} from '../../src/pki/issue-certificate.ts';
import { openIdentity } from '../../src/pki/sealing-files.ts';
import { NOW } from './sealing.ts';

/** An operator's sealing certificate in PEM. */
export interface SealingCertificate {
  readonly pem: string;
  readonly rootPem: string;
  readonly keyPem: string;
}

const COMPANY = {
  cnpj: '11222333000181',
  email: 'seal@operator.example',
  responsible: { name: 'PESSOA DE TESTE', birthDate: '01011990', cpf: '11144477735' },
};

/** Issues one under a root of its own. @param days from {@link NOW} until it expires */
export async function makeSealingCertificate(name: string, days = 3650): Promise<SealingCertificate> {
  const [rootKeys, keys] = await Promise.all([newRsaKeys(), newRsaKeys()]);
  const notBefore = addDays(NOW, -366);
  const subject = `C=BR, O=${name}, CN=${name} Root CA`;
  const ofRoot = { subject, notBefore, notAfter: addDays(NOW, 7300), extensions: authorityExtensions(0) };
  const root = await issueCertificate(ofRoot, rootKeys);
  const names = companyAlternativeNames({ businessName: name, ...COMPANY });
  const certificate = await issueCertificate(
    {
      subject: `C=BR, O=${name}, CN=${name}:${COMPANY.cnpj}`,
      notBefore,
      notAfter: addDays(NOW, days),
      extensions: holderExtensions(names),
    },
    keys,
    { certificate: root, privateKey: rootKeys.privateKey },
  );
  return {
    pem: certificate.toString('pem'),
    rootPem: root.toString('pem'),
    keyPem: await exportPrivateKey(keys.privateKey),
  };
}

export function openSealingCertificate({
  pem,
  rootPem,
  keyPem,
}: SealingCertificate): Promise<SealingIdentity> {
  return openIdentity([new X509Certificate(pem), new X509Certificate(rootPem)], keyPem);
}

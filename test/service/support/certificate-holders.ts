// @peculiar/x509 registers its extensions with decorators, which need this before it loads.
import 'reflect-metadata';
import { createPrivateKey, sign, type KeyObject } from 'node:crypto';
import {
  AuthorityInfoAccessExtension,
  CRLDistributionPointsExtension,
  ExtendedKeyUsageExtension,
} from '@peculiar/x509';
import type { Extension } from '@peculiar/x509';
import { readCertificate } from '../../../packages/verify/src/certificates/certificate-facts.ts';
import { holderExtensions } from '../../../demo/service/src/pki/holder-extensions.ts';
import {
  companyAlternativeNames,
  personAlternativeNames,
} from '../../../demo/service/src/pki/icp-brasil-names.ts';
import {
  addDays,
  authorityExtensions,
  exportPrivateKey,
  issueCertificate,
  newRsaKeys,
  type CertificateAuthority,
} from '../../../demo/service/src/pki/issue-certificate.ts';
import { createRevocationList } from '../../../demo/service/src/pki/revocation-list.ts';
import type { Trust } from '../../../packages/verify/src/signatures/trust.ts';
import { START } from './test-service.ts';

export const LIST_ADDRESS = 'http://crl.example.com/holders.crl';

/** The signer of `sessionRequest`. */
export const MARIA = { name: 'MARIA DA SILVA TESTE', cpf: '52998224725' } as const;
export const JOAO = { name: 'JOAO PEREIRA TESTE', cpf: '11144477735' } as const;

export type KeyKind =
  'RSA-1024' | 'RSA-2048' | 'RSA-3072' | 'RSA-4096' | 'P-256' | 'P-384' | 'Ed25519' | 'Ed448';

export interface HolderOptions {
  readonly name: string;
  readonly cpf?: string;
  readonly cnpj?: string;
  readonly key?: KeyKind;
  /** Days from the test's start. */
  readonly validity?: readonly [number, number];
  /** OIDs of what the key is for. Default: clients and e-mail. */
  readonly purposes?: readonly string[];
  /** Where their authority answers for them. Default: nowhere. */
  readonly responderAddress?: string;
  /** As RFC 3161 asks of an authority for timestamps. */
  readonly criticalPurposes?: boolean;
}

/** Somebody with a certificate and its key, as on the signer's device. */
export interface Holder {
  /** Their own first, the root last. */
  readonly pems: readonly string[];
  /** Base64; of an EC key in DER. */
  sign(dataToSign: Uint8Array): string;
}

/** A holder whose key signs in every way that there is. */
export interface KeyHolder extends Holder {
  readonly privateKey: KeyObject;
}

/** An authority that issues certificates to holders, and revokes them. */
export interface HolderAuthority {
  readonly rootPem: string;
  /** Of the authority that issues, and its key: for lists of other forms than its own. */
  readonly issuer: CertificateAuthority;
  readonly issuerPem: string;
  readonly issuerKeyPem: string;
  readonly trust: Trust;
  issue(options: HolderOptions): Promise<KeyHolder>;
  revoke(holder: Holder): void;
  /** As if its list could not be reached. */
  hideList(hidden: boolean): void;
}

async function newKeys(kind: KeyKind): Promise<CryptoKeyPair> {
  if (kind.startsWith('RSA')) return newRsaKeys(Number(kind.slice(4)));
  if (kind.startsWith('Ed')) {
    const pair = await crypto.subtle.generateKey({ name: kind }, true, ['sign', 'verify']);
    if (!('privateKey' in pair)) throw new Error(`${kind} makes no pair of keys.`);
    return pair;
  }
  return crypto.subtle.generateKey({ name: 'ECDSA', namedCurve: kind }, true, ['sign', 'verify']);
}

async function authority(name: string, issuer?: CertificateAuthority): Promise<CertificateAuthority> {
  const keys = await newRsaKeys();
  const profile = {
    subject: `C=BR, O=Test, CN=${name}`,
    notBefore: addDays(START, -3000),
    notAfter: addDays(START, 3000),
    extensions: authorityExtensions(issuer === undefined ? 1 : 0),
  };
  return { certificate: await issueCertificate(profile, keys, issuer), privateKey: keys.privateKey };
}

function namesOf({ name, cpf, cnpj }: HolderOptions): ArrayBuffer {
  const person = { name, birthDate: '17031985', cpf: cpf ?? MARIA.cpf, email: 'a@example.com' };
  if (cnpj === undefined) return personAlternativeNames(person);
  return companyAlternativeNames({ businessName: name, cnpj, email: 'a@example.com', responsible: person });
}

function extensionsOf(options: HolderOptions): Extension[] {
  const usual = holderExtensions(namesOf(options));
  const { purposes, criticalPurposes } = options;
  if (purposes === undefined) return usual;
  const others = usual.filter(extension => !(extension instanceof ExtendedKeyUsageExtension));
  return [...others, new ExtendedKeyUsageExtension([...purposes], criticalPurposes)];
}

async function keyObject(key: CryptoKey): Promise<KeyObject> {
  return createPrivateKey(await exportPrivateKey(key));
}

/** Keys take a second: one authority for a test file. */
export async function openHolderAuthority(): Promise<HolderAuthority> {
  const root = await authority('Holders Root CA');
  const issuer = await authority('Holders CA', root);
  const issuerPem = issuer.certificate.toString('pem');
  const rootPem = root.certificate.toString('pem');
  const issuerKeyPem = await exportPrivateKey(issuer.privateKey);
  const serialNumbers = new Map<Holder, string>();
  const revoked: string[] = [];
  let hidden = false;
  const list = () => {
    const revokedAt = addDays(START, -2).toISOString();
    const material = {
      rootPem,
      issuerPem,
      issuerKeyPem,
      files: [],
      revokedSerialNumbers: revoked,
      revokedAt,
    };
    return createRevocationList(material, START);
  };
  return {
    rootPem,
    issuer,
    issuerPem,
    issuerKeyPem,
    trust: {
      roots: async () => [readCertificate(new Uint8Array(root.certificate.rawData))],
      lists: { find: async () => (hidden ? undefined : list()) },
    },
    async issue(options) {
      const { name, cpf, cnpj, key = 'RSA-2048', validity = [-30, 300], responderAddress } = options;
      const keys = await newKeys(key);
      const profile = {
        subject: `C=BR, O=Test, CN=${name}:${cnpj ?? cpf}`,
        notBefore: addDays(START, validity[0]),
        notAfter: addDays(START, validity[1]),
        extensions: [
          ...extensionsOf(options),
          new CRLDistributionPointsExtension([LIST_ADDRESS]),
          ...(responderAddress === undefined
            ? []
            : [new AuthorityInfoAccessExtension({ ocsp: [responderAddress] })]),
        ],
      };
      const certificate = await issueCertificate(profile, keys, issuer);
      const privateKey = await keyObject(keys.privateKey);
      const holder: KeyHolder = {
        privateKey,
        pems: [certificate.toString('pem'), issuerPem, rootPem],
        sign: data => sign('sha256', data, { key: privateKey, dsaEncoding: 'der' }).toString('base64'),
      };
      serialNumbers.set(holder, certificate.serialNumber);
      return holder;
    },
    revoke(holder) {
      revoked.push(serialNumbers.get(holder) ?? '');
    },
    hideList(now) {
      hidden = now;
    },
  };
}

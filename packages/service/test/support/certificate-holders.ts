// Import first: @peculiar/x509 needs it for its decorators.
import 'reflect-metadata';
import { createPrivateKey, sign, type KeyObject } from 'node:crypto';
import {
  AuthorityInfoAccessExtension,
  CRLDistributionPointsExtension,
  ExtendedKeyUsageExtension,
  type Extension,
} from '@peculiar/x509';
import { readCertificateFacts, type Bytes } from '@sign-session/certificates';
import {
  addDays,
  authorityExtensions,
  type CertificateAuthority,
  companyAlternativeNames,
  exportPrivateKey,
  holderExtensions,
  issueCertificate,
  newRsaKeys,
  personAlternativeNames,
} from '../../src/pki/issue-certificate.ts';
import { createRevocationList } from '../../../local/src/authority/revocation.ts';
import type { Trust } from '../../../verify/src/signatures/trust.ts';
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
  /** Extended key usage OIDs. Default: client authentication and e-mail. */
  readonly purposes?: readonly string[];
  /** Whether the extended key usage is critical, as RFC 3161 requires of timestamp authorities. */
  readonly criticalPurposes?: boolean;
  /** Where the certificate says that its list is. Default: `LIST_ADDRESS`; nothing is found at other addresses. */
  readonly listAddress?: string;
  /** URL of the authority's OCSP responder. Default: none. */
  readonly responderAddress?: string;
}

/** The holder of a certificate and its key, as on the signer's device. */
export interface Holder {
  /** The holder's certificate first, the root last. */
  readonly pems: readonly string[];
  /** Base64; DER for an EC key. */
  sign(dataToSign: Uint8Array): string;
}

/** A holder whose key can sign with any algorithm. */
export interface KeyHolder extends Holder {
  readonly privateKey: KeyObject;
}

/** An authority that issues and revokes holders' certificates. */
export interface HolderAuthority {
  readonly rootPem: string;
  /** The issuing authority with its key, to make other kinds of lists. */
  readonly issuer: CertificateAuthority;
  readonly issuerPem: string;
  readonly issuerKeyPem: string;
  readonly trust: Trust;
  issue(options: HolderOptions): Promise<KeyHolder>;
  revoke(holder: Holder): void;
  /** Simulates an unreachable list. */
  hideList(hidden: boolean): void;
}

async function newKeys(kind: KeyKind): Promise<CryptoKeyPair> {
  if (kind.startsWith('RSA')) return newRsaKeys(Number(kind.slice(4)));
  if (kind.startsWith('Ed')) {
    // The types of Node 20 do not know these algorithm names.
    const keys = await crypto.subtle.generateKey({ name: kind }, true, ['sign', 'verify']);
    if ('privateKey' in keys) return keys;
    throw new TypeError(`${kind} is generated as a pair.`);
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

function namesOf({ name, cpf, cnpj }: HolderOptions): Bytes {
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

/** Use one authority per test file: its keys take a second. */
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
      roots: async () => [readCertificateFacts(new Uint8Array(root.certificate.rawData))],
      lists: {
        find: async ({ address }) => (hidden || address !== LIST_ADDRESS ? undefined : list()),
      },
    },
    async issue(options) {
      const { name, cpf, cnpj, key = 'RSA-2048', validity = [-30, 300], responderAddress } = options;
      const { listAddress = LIST_ADDRESS } = options;
      const keys = await newKeys(key);
      const profile = {
        subject: `C=BR, O=Test, CN=${name}:${cnpj ?? cpf}`,
        notBefore: addDays(START, validity[0]),
        notAfter: addDays(START, validity[1]),
        extensions: [
          ...extensionsOf(options),
          new CRLDistributionPointsExtension([listAddress]),
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

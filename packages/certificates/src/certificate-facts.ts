/** What a certificate says of its holder and policies, and whether it may sign. */
import { fromBase64 } from './base64.ts';
import { oid, smallInteger } from './ber-values.ts';
import { BerError, type Bytes, child } from './ber.ts';
import {
  allows,
  basicConstraintsOf,
  type Certificate,
  EXTENSION,
  extensionOf,
  issuerKeyIdOf,
  keyIdOf,
  policiesOf,
  purposesOf,
  readCertificate,
} from './certificate.ts';
import { isSelfIssued, mayIssue } from './chain.ts';
import { hexOf } from './der.ts';
import {
  alternativeNamesOf,
  distributionPointsOf,
  listAddressesOf,
  nameConstraintsOf,
  namesRevocationSource,
  responderAddressesOf,
} from './general-names.ts';
import { readHolder } from './icp-brasil.ts';
import { nameText } from './names.ts';
import { signingKeyFault } from './public-key.ts';

const ANY = '2.5.29.32.0';

/** What an authority says of the policies of certificates below it (RFC 5280, 4.2.1.5, 4.2.1.11 and 4.2.1.14). */
export interface PolicyRules {
  /** From an issuer's policy to those that count as the same. */
  readonly mappings: ReadonlyMap<string, ReadonlySet<string>>;
  /** How many more certificates may come before each rule holds. */
  readonly requireExplicit: number | undefined;
  readonly inhibitMapping: number | undefined;
  readonly inhibitAny: number | undefined;
}

type PolicyCertificate = Pick<Certificate, 'subject' | 'issuer'> & {
  /** OIDs. */
  readonly policies: readonly string[];
  readonly policyRules: PolicyRules;
};

/** @throws BerError */
export function policyRulesOf(certificate: Certificate): PolicyRules {
  const mappings = new Map<string, Set<string>>();
  for (const pair of extensionOf(certificate, EXTENSION.policyMappings)?.children ?? []) {
    const [from, to] = [oid(child(pair, 0)), oid(child(pair, 1))];
    mappings.set(from, (mappings.get(from) ?? new Set<string>()).add(to));
  }
  const constraints = extensionOf(certificate, EXTENSION.policyConstraints)?.cursor();
  const [explicit, mapping] = [constraints?.optional(0x80), constraints?.optional(0x81)];
  constraints?.expectEnd();
  const any = extensionOf(certificate, EXTENSION.inhibitAnyPolicy);
  return {
    mappings,
    requireExplicit: explicit && smallInteger(explicit, 0x80),
    inhibitMapping: mapping && smallInteger(mapping, 0x81),
    inhibitAny: any && smallInteger(any),
  };
}

/** Which policies a certificate's are valid under: each with those that are expected of the next one. */
type Level = ReadonlyMap<string, ReadonlySet<string>>;

/**
 * Whether a chain's policies hold where an authority demands that there be one (RFC 5280, 6.1), with every policy
 * acceptable to us. As RFC 9618 has it: a level of policies for each certificate and not a tree of them, which a few
 * hostile authorities could make grow without end.
 *
 * @param chain the end certificate first, a root last; what the root itself says counts for nothing
 */
export function keepsPolicies(chain: readonly PolicyCertificate[]): boolean {
  const certificates = chain.slice(0, -1).toReversed();
  let level: Level | undefined = new Map([[ANY, new Set([ANY])]]);
  const none = certificates.length + 1;
  const left = { explicit: none, mapping: none, any: none };
  for (const [index, certificate] of certificates.entries()) {
    const isLast = index === certificates.length - 1;
    const isSelf = isSelfIssued(certificate);
    level = level && nextLevel(level, certificate, left.any > 0 || (!isLast && isSelf));
    if (left.explicit === 0 && level === undefined) return false;
    const { mappings, requireExplicit, inhibitMapping, inhibitAny } = certificate.policyRules;
    if (isLast) {
      const explicit = requireExplicit === 0 ? 0 : Math.max(0, left.explicit - 1);
      return explicit > 0 || level !== undefined;
    }
    if (mappings.has(ANY) || [...mappings.values()].some(policies => policies.has(ANY))) return false;
    level = level && mapped(level, mappings, left.mapping > 0);
    const step = isSelf ? 0 : 1;
    left.explicit = Math.min(Math.max(0, left.explicit - step), requireExplicit ?? none);
    left.mapping = Math.min(Math.max(0, left.mapping - step), inhibitMapping ?? none);
    left.any = Math.min(Math.max(0, left.any - step), inhibitAny ?? none);
  }
  return true;
}

/** 6.1.3 (d) and (e). */
function nextLevel(above: Level, { policies }: PolicyCertificate, anyCounts: boolean): Level | undefined {
  const expected = new Set([...above.values()].flatMap(policy => [...policy]));
  const isValid = (policy: string) => policy !== ANY && (expected.has(policy) || above.has(ANY));
  const valid = new Set(policies.filter(isValid));
  if (policies.includes(ANY) && anyCounts) for (const policy of expected) valid.add(policy);
  return valid.size === 0 ? undefined : new Map([...valid].map(policy => [policy, new Set([policy])]));
}

/** 6.1.4 (b): what is mapped is expected by its other name, or is gone where mapping is not allowed any more. */
function mapped(level: Level, mappings: PolicyRules['mappings'], isAllowed: boolean): Level | undefined {
  const next = new Map(level);
  for (const [from, to] of mappings) {
    if (!isAllowed) next.delete(from);
    else if (level.has(from) || level.has(ANY)) next.set(from, to);
  }
  return next.size === 0 ? undefined : next;
}

/** Why a certificate can't be used for signing documents. */
export type SigningFault =
  /** It is a CA certificate. */
  | 'authority'
  /** Its key usage excludes signing. */
  | 'keyUsage'
  /** Its extended key usage names other purposes only. */
  | 'purposes'
  | 'weakKey'
  /** A key that this project's signatures don't have. */
  | 'unsupportedKey'
  | 'notYetValid'
  | 'expired'
  /** A critical extension that is not known here (RFC 5280, 4.2). */
  | 'unknownExtension'
  /** An extension that has to be read is malformed or occurs twice. */
  | 'malformedExtension'
  /** It can't be told who the holder is: see `Holder.fault`. */
  | 'holder';

/**
 * What a certificate for signing documents may be limited to (RFC 5280, 4.2.1.12): ICP-Brasil's are for clients and
 * e-mail, others for documents (RFC 9336) or by Adobe's and Microsoft's older names for them, or for anything.
 */
const SIGNING_PURPOSES: readonly string[] = [
  '1.3.6.1.5.5.7.3.2',
  '1.3.6.1.5.5.7.3.4',
  '1.3.6.1.5.5.7.3.36',
  '1.2.840.113583.1.1.5',
  '1.3.6.1.4.1.311.10.3.12',
  '2.5.29.37.0',
];

const KNOWN: readonly string[] = Object.values(EXTENSION);

/** OIDs of the critical extensions that nothing here understands: such a certificate is refused (RFC 5280, 4.2). */
export function unknownCriticalOf({ extensions }: Certificate): string[] {
  return extensions.flatMap(({ critical, id }) => (critical && !KNOWN.includes(id) ? [id] : []));
}

/** Both ends included. */
export function isValidAt(
  { notBefore, notAfter }: Pick<Certificate, 'notBefore' | 'notAfter'>,
  at: Date,
): boolean {
  return notBefore <= at && at <= notAfter;
}

/**
 * What the certificate's own limits say against signing documents: it is a CA's, or for other uses. ICP-Brasil requires
 * digitalSignature only; some older certificates have only nonRepudiation.
 *
 * @throws BerError
 */
export function usageFault(certificate: Certificate): 'authority' | 'keyUsage' | 'purposes' | undefined {
  if (basicConstraintsOf(certificate).isAuthority) return 'authority';
  if (!allows(certificate, 'digitalSignature', 'nonRepudiation')) return 'keyUsage';
  const purposes = purposesOf(certificate);
  const isLimited = purposes !== undefined && !purposes.some(purpose => SIGNING_PURPOSES.includes(purpose));
  return isLimited ? 'purposes' : undefined;
}

/** Everything that speaks against signing with this certificate, whoever issued it. */
export function signingFaults(certificate: Certificate, at: Date): SigningFault[] {
  const faults: (SigningFault | undefined)[] = [
    readHolder(certificate).fault && 'holder',
    at > certificate.notAfter ? 'expired' : undefined,
    at < certificate.notBefore ? 'notYetValid' : undefined,
    usageFaultOrMalformed(certificate),
    unknownCriticalOf(certificate).length > 0 ? 'unknownExtension' : undefined,
    signingKeyFault(certificate.publicKey),
  ];
  return faults.filter(fault => fault !== undefined);
}

function usageFaultOrMalformed(certificate: Certificate): SigningFault | undefined {
  try {
    return usageFault(certificate);
  } catch (error) {
    if (error instanceof BerError) return 'malformedExtension';
    throw error;
  }
}

/** A certificate with all that validation asks of it, read once: so that no question later can fail. */
export type CertificateFacts = Readonly<ReturnType<typeof readCertificateFacts>>;

/**
 * Reads a certificate and all extensions that are understood here; others may be anything.
 *
 * @param der kept, not copied
 * @throws BerError when it is no certificate, or when one of these extensions is malformed or occurs twice
 */
export function readCertificateFacts(der: Bytes) {
  const certificate = readCertificate(der);
  const { subject, issuer, serial, extensions } = certificate;
  // Names are compared later.
  void [subject.key, issuer.key];
  return {
    ...certificate,
    ...basicConstraintsOf(certificate),
    /** Hexadecimal, upper case. */
    serialNumber: hexOf(serial),
    keyIdentifier: keyIdOf(certificate),
    issuerKeyIdentifier: issuerKeyIdOf(certificate),
    /** In full, such as `C=BR, O=ICP-Brasil, CN=…`. */
    subjectText: nameText(subject),
    issuerText: nameText(issuer),
    /** Common names, else the organisations. */
    subjectName: subject.display,
    issuerName: issuer.display,
    holder: readHolder(certificate),
    policies: policiesOf(certificate),
    policyRules: policyRulesOf(certificate),
    alternativeNames: alternativeNamesOf(certificate),
    nameConstraints: nameConstraintsOf(certificate),
    mayIssue: mayIssue(certificate),
    maySign: allows(certificate, 'digitalSignature', 'nonRepudiation'),
    maySignLists: allows(certificate, 'cRLSign'),
    /** Why it is not for signing documents, by its own limits. */
    usageFault: usageFault(certificate),
    /** OIDs; undefined: any. */
    purposes: purposesOf(certificate),
    /** Whether a verifier that does not know the purposes has to refuse the certificate. */
    purposesAreCritical: extensions.some(({ id, critical }) => critical && id === EXTENSION.extendedKeyUsage),
    unknownCritical: unknownCriticalOf(certificate),
    distributionPoints: distributionPointsOf(certificate),
    listAddresses: listAddressesOf(certificate),
    /** Whether it names any source of revocation data, by whatever protocol. */
    namesRevocationSource: namesRevocationSource(certificate),
    responderAddresses: responderAddressesOf(certificate),
    /** A responder's, for which its authority answers by its short life alone (RFC 6960, 4.2.2.2.1). */
    isNotToBeAskedFor: extensions.some(({ id }) => id === EXTENSION.ocspNoCheck),
  };
}

/** Those that can be read as certificates. Of strangers' certificates, one that can't be read proves nothing. */
export function readableCertificates(ders: readonly Bytes[]): CertificateFacts[] {
  return ders.flatMap(der => {
    try {
      return [readCertificateFacts(der)];
    } catch (error) {
      if (error instanceof BerError) return [];
      throw error;
    }
  });
}

/** Reads the first certificate of a PEM text. @throws BerError */
export function readCertificatePem(pem: string): CertificateFacts {
  const [first] = certificatesInPem(pem);
  if (first === undefined) throw new BerError('There is no certificate in this text.');
  return readCertificateFacts(first);
}

const [BEGIN, END] = ['-----BEGIN CERTIFICATE-----', '-----END CERTIFICATE-----'];

/** The DER of all certificates in a PEM text (RFC 7468). @throws BerError for one that is not in base64 */
export function certificatesInPem(pem: string): Bytes[] {
  return pem
    .split(BEGIN)
    .slice(1)
    .map(block => {
      const end = block.indexOf(END);
      try {
        if (end === -1) throw new BerError('The end of a certificate is missing.');
        return fromBase64(block.slice(0, end));
      } catch (cause) {
        throw new BerError('A certificate is not in PEM.', { cause });
      }
    });
}

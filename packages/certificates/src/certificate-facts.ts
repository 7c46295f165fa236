import { BerError, type Bytes } from './ber.ts';
import {
  allows,
  basicConstraintsOf,
  EXTENSION,
  issuerKeyIdOf,
  keyIdOf,
  policiesOf,
  purposesOf,
  readCertificate,
} from './certificate.ts';
import { policyRulesOf } from './certificate-policies.ts';
import { mayIssue } from './chain.ts';
import { hexOf } from './der.ts';
import {
  alternativeNamesOf,
  distributionPointsOf,
  listAddressesOf,
  namesRevocationSource,
  nameConstraintsOf,
  responderAddressesOf,
} from './general-names.ts';
import { readHolder } from './icp-brasil.ts';
import { nameText } from './names.ts';
import { unknownCriticalOf, usageFault } from './signing-rules.ts';

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
        return Uint8Array.from(atob(block.slice(0, end)), character => character.charCodeAt(0));
      } catch (cause) {
        throw new BerError('A certificate is not in PEM.', { cause });
      }
    });
}

import {
  CertificateList,
  CRLReason,
  CRLReasons,
  id_ce_cRLReasons,
  id_ce_issuingDistributionPoint,
  IssuingDistributionPoint,
  type RevokedCertificate,
} from '@peculiar/asn1-x509';
import { AsnConvert } from '@peculiar/asn1-schema';
import type { CertificateFacts } from '../certificates/certificate-facts.ts';
import { hexOf } from '../bytes.ts';
import { nameKey } from '../certificates/distinguished-name.ts';
import { checkSignature, readAlgorithm } from '../certificates/signature-algorithms.ts';
import type { RevocationReport } from './signature-report.ts';
import { sameNumber } from './signed-data-check.ts';
import type { RevocationLists } from './trust.ts';

/** Clocks differ: a list that says it begins in a minute is taken. */
const CLOCK_SKEW_MS = 5 * 60_000;

/** Certificates that name more addresses than this do it to have many fetched. */
const MOST_ADDRESSES = 3;

export interface RevocationQuestion {
  readonly certificate: CertificateFacts;
  /** Who issued it, already found trustworthy: what it names is fetched. */
  readonly issuer: CertificateFacts;
  readonly lists: RevocationLists;
  readonly now: Date;
  readonly signal: AbortSignal;
}

/** Asks the lists that a certificate names, one after the other, until one tells. */
export async function checkRevocation(question: RevocationQuestion): Promise<RevocationReport> {
  const { certificate, issuer, lists, signal } = question;
  const addresses = certificate.listAddresses.slice(0, MOST_ADDRESSES);
  if (addresses.length === 0) return { status: 'not-stated' };
  for (const address of addresses) {
    const der = await lists.find({ address, issuer }, signal);
    signal.throwIfAborted();
    const answer = der && (await readList(der, question));
    if (answer !== undefined) return answer;
  }
  return { status: 'unknown' };
}

/** What a list says of the certificate; undefined where it has no say. */
async function readList(
  der: Uint8Array,
  { certificate, issuer, now }: RevocationQuestion,
): Promise<RevocationReport | undefined> {
  let list: CertificateList;
  try {
    list = AsnConvert.parse(der, CertificateList);
    if (!isCurrent(list, now) || !(await isBy(list, issuer)) || !isAbout(list, certificate)) return undefined;
  } catch {
    return undefined;
  }
  const entry = list.tbsCertList.revokedCertificates?.find(({ userCertificate }) =>
    sameNumber(hexOf(userCertificate), certificate.serialNumber),
  );
  if (entry === undefined || reasonOf(entry) === CRLReasons.removeFromCRL) return { status: 'good' };
  return { status: 'revoked', revokedAt: entry.revocationDate.getTime() };
}

/** A list without a next update is out of date at once (RFC 5280, 5.1.2.5, asks for one). */
function isCurrent({ tbsCertList: { thisUpdate, nextUpdate } }: CertificateList, now: Date): boolean {
  const begins = thisUpdate.getTime().getTime() - CLOCK_SKEW_MS;
  const ends = nextUpdate === undefined ? Number.NEGATIVE_INFINITY : nextUpdate.getTime().getTime();
  return begins <= now.getTime() && now.getTime() <= ends;
}

async function isBy(list: CertificateList, issuer: CertificateFacts): Promise<boolean> {
  const { tbsCertListRaw: signed, signatureAlgorithm, signature } = list;
  if (!issuer.maySignLists || nameKey(list.tbsCertList.issuer) !== issuer.subject || !signed) return false;
  const algorithm = readAlgorithm(signatureAlgorithm);
  const [bytes, value] = [new Uint8Array(signed), new Uint8Array(signature)];
  return (await checkSignature(issuer.publicKey, algorithm, bytes, value)) === 'valid';
}

/** Not a list of differences, of other authorities' certificates, or of some reasons only (RFC 5280, 5.2.5). */
function isAbout(
  { tbsCertList: { crlExtensions } }: CertificateList,
  certificate: CertificateFacts,
): boolean {
  return Array.from(crlExtensions ?? [])
    .filter(({ critical }) => critical)
    .every(({ extnID, extnValue }) => {
      if (extnID !== id_ce_issuingDistributionPoint) return false;
      const scope = AsnConvert.parse(extnValue.buffer, IssuingDistributionPoint);
      const otherKind = certificate.isAuthority ? scope.onlyContainsUserCerts : scope.onlyContainsCACerts;
      return (
        !otherKind &&
        !scope.indirectCRL &&
        !scope.onlyContainsAttributeCerts &&
        scope.onlySomeReasons === undefined
      );
    });
}

function reasonOf({ crlEntryExtensions }: RevokedCertificate): CRLReasons | undefined {
  const value = crlEntryExtensions?.find(({ extnID }) => extnID === id_ce_cRLReasons)?.extnValue;
  return value && AsnConvert.parse(value.buffer, CRLReason).reason;
}

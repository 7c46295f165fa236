/** General names (RFC 5280), and what name constraints allow. */
import { latin1, oid } from './ber-values.ts';
import { type Ber, child, context, expect, TAG } from './ber.ts';
import { type Certificate, EXTENSION, extensionOf } from './certificate.ts';
import { isSelfIssued } from './chain.ts';
import { ATTRIBUTE, Name } from './names.ts';

/** The forms of a GeneralName (RFC 5280, 4.2.1.6), by the numbers of their tags. */
const FORMS = [
  'otherName',
  'rfc822Name',
  'dNSName',
  'x400Address',
  'directoryName',
  'ediPartyName',
  'uniformResourceIdentifier',
  'iPAddress',
  'registeredID',
] as const;
export type NameForm = (typeof FORMS)[number] | 'unknown';

export interface GeneralName {
  readonly form: NameForm;
  /** Of a directoryName the `key` of its `Name`; else the content, one character for each byte: an address as it is. */
  readonly text: string;
}

/** @throws BerError */
export function readGeneralName(value: Ber): GeneralName {
  const form = (value.tag & 0xc0) === 0x80 ? (FORMS[value.tag & 0x1f] ?? 'unknown') : 'unknown';
  return { form, text: form === 'directoryName' ? new Name(child(value, 0)).key : latin1(value.content) };
}

/** @param names a SEQUENCE OF GeneralName, or one under an implicit tag @throws BerError */
export function readGeneralNames(names: Ber | undefined): GeneralName[] {
  return names === undefined ? [] : names.children.map(readGeneralName);
}

/** The full names in a DistributionPointName (RFC 5280, 4.2.1.13) under an explicit tag. @throws BerError */
export function distributionPointNames(point: Ber | undefined): GeneralName[] {
  const [name] = point === undefined ? [] : point.children;
  return readGeneralNames(name?.tag === context(0) ? name : undefined);
}

/** Other names of the subject. @throws BerError */
export function alternativeNamesOf(certificate: Certificate): GeneralName[] {
  return readGeneralNames(extensionOf(certificate, EXTENSION.alternativeNames));
}

/** The full names of the certificate's distribution points, over any protocol (RFC 5280, 4.2.1.13). @throws BerError */
export function distributionPointsOf(certificate: Certificate): GeneralName[] {
  const points = extensionOf(certificate, EXTENSION.distributionPoints)?.children ?? [];
  return points.flatMap(point =>
    distributionPointNames(expect(point, TAG.sequence).cursor().optional(context(0))),
  );
}

/** Where revocation lists for the certificate are, over http. @throws BerError */
export function listAddressesOf(certificate: Certificate): string[] {
  return httpAddresses(distributionPointsOf(certificate));
}

const OCSP = '1.3.6.1.5.5.7.48.1';

/** Where an OCSP responder for the certificate is, over http. @throws BerError */
export function responderAddressesOf(certificate: Certificate): string[] {
  const access = extensionOf(certificate, EXTENSION.authorityInformation)?.children ?? [];
  const responders = access.filter(description => oid(child(description, 0)) === OCSP);
  return httpAddresses(responders.map(description => readGeneralName(child(description, 1))));
}

/** Whether the certificate names a list or a responder, also where nobody can ask over http. @throws BerError */
export function namesRevocationSource(certificate: Certificate): boolean {
  const access = extensionOf(certificate, EXTENSION.authorityInformation)?.children ?? [];
  const hasList = extensionOf(certificate, EXTENSION.distributionPoints) !== undefined;
  return hasList || access.some(description => oid(child(description, 0)) === OCSP);
}

function httpAddresses(names: readonly GeneralName[]): string[] {
  return names.flatMap(({ form, text }) => {
    const start = text.slice(0, 8).toLowerCase();
    const isHttp = start.startsWith('http://') || start === 'https://';
    return form === 'uniformResourceIdentifier' && isHttp ? [text] : [];
  });
}

/** Which names the certificates below an authority may have (RFC 5280, 4.2.1.10). */
export interface NameConstraints {
  readonly permitted: readonly GeneralName[];
  readonly excluded: readonly GeneralName[];
}

/** @throws BerError */
export function nameConstraintsOf(certificate: Certificate): NameConstraints | undefined {
  const fields = extensionOf(certificate, EXTENSION.nameConstraints)?.cursor();
  if (fields === undefined) return undefined;
  const [permitted, excluded] = [fields.optional(context(0)), fields.optional(context(1))];
  fields.expectEnd();
  return { permitted: basesIn(permitted), excluded: basesIn(excluded) };
}

function basesIn(trees: Ber | undefined): GeneralName[] {
  return trees === undefined ? [] : trees.children.map(tree => readGeneralName(child(tree, 0)));
}

type NamedCertificate = Pick<Certificate, 'subject' | 'issuer'> & {
  readonly alternativeNames: readonly GeneralName[];
  readonly nameConstraints: NameConstraints | undefined;
};

const UNDERSTOOD: readonly NameForm[] = [
  'directoryName',
  'dNSName',
  'rfc822Name',
  'uniformResourceIdentifier',
];

/** Names of a certificate times constraints above it. An honest authority has a few dozen of each. */
const MOST_COMPARISONS = 250_000;

/**
 * Whether the names of all certificates below each authority are those that it may certify (RFC 5280, 6.1.4 g).
 * Of a form that is not understood here, no name is within what is permitted.
 *
 * @param chain the end certificate first, a root last
 */
export function keepsNameConstraints(chain: readonly NamedCertificate[]): boolean {
  return chain.every(({ nameConstraints }, index) => {
    if (nameConstraints === undefined) return true;
    // An authority that certifies itself anew is not below itself; the end certificate always counts.
    const below = chain.slice(0, index).filter((certificate, at) => at === 0 || !isSelfIssued(certificate));
    const { permitted, excluded } = nameConstraints;
    return below.every(certificate => isWithinConstraints(namesOf(certificate), permitted, excluded));
  });
}

function isWithinConstraints(
  names: readonly GeneralName[],
  permitted: readonly GeneralName[],
  excluded: readonly GeneralName[],
): boolean {
  if (names.length * (permitted.length + excluded.length) > MOST_COMPARISONS) return false;
  return names.every(name => {
    const [allowed, forbidden] = [permitted, excluded].map(bases =>
      bases.filter(({ form }) => form === name.form),
    );
    if (allowed === undefined || forbidden === undefined) return false;
    if (!UNDERSTOOD.includes(name.form)) return allowed.length + forbidden.length === 0;
    const isAllowed = allowed.length === 0 || allowed.some(base => isWithin(name, base));
    return isAllowed && !forbidden.some(base => isWithin(name, base));
  });
}

/** The subject, its other names, and the address in the subject if there is none among these (RFC 5280, 4.2.1.10). */
function namesOf({ subject, alternativeNames }: NamedCertificate): GeneralName[] {
  const names = [...alternativeNames];
  if (subject.key !== '') names.push({ form: 'directoryName', text: subject.key });
  if (!names.some(({ form }) => form === 'rfc822Name')) {
    const addresses = subject.textsOf(ATTRIBUTE.emailAddress);
    names.push(...addresses.map(text => ({ form: 'rfc822Name', text }) as const));
  }
  return names;
}

function isWithin({ form, text: name }: GeneralName, { text: base }: GeneralName): boolean {
  if (form === 'directoryName') return name.startsWith(base);
  if (form === 'rfc822Name') return isMailWithin(name, base);
  if (form !== 'dNSName') return isHostWithin(hostOf(name), base);
  return base === '' || isHostWithin(`.${name}`, base.startsWith('.') ? base : `.${base}`);
}

/** One mailbox, all of a host, or with a dot in front all below a domain. */
function isMailWithin(name: string, base: string): boolean {
  const [at, baseAt] = [name.lastIndexOf('@'), base.lastIndexOf('@')];
  const host = name.slice(at + 1);
  if (baseAt < 0) return isHostWithin(host, base);
  return (
    name.slice(0, at) === base.slice(0, baseAt) && host.toLowerCase() === base.slice(baseAt + 1).toLowerCase()
  );
}

function isHostWithin(host: string, base: string): boolean {
  const [one, other] = [host.toLowerCase(), base.toLowerCase()];
  return other.startsWith('.') ? one.endsWith(other) : one === other;
}

/** The host in an address; empty where there is none. */
function hostOf(address: string): string {
  try {
    return new URL(address).hostname;
  } catch {
    return '';
  }
}

import { child, context, expect, TAG, type Ber } from './ber.ts';
import { latin1, oid } from './ber-values.ts';
import { EXTENSION, extensionOf, type Certificate } from './certificate.ts';
import { Name } from './names.ts';

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

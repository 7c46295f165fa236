import type { Certificate } from './certificate.ts';
import { isSelfIssued } from './chain.ts';
import type { GeneralName, NameConstraints, NameForm } from './general-names.ts';
import { ATTRIBUTE } from './names.ts';

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

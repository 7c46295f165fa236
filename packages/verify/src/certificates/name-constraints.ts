import type { GeneralName, GeneralSubtree } from '@peculiar/asn1-x509';
import type { CertificateFacts } from './certificate-facts.ts';
import { nameKey } from './distinguished-name.ts';

const FORMS = ['directoryName', 'dNSName', 'rfc822Name', 'uniformResourceIdentifier'] as const;
type Form = (typeof FORMS)[number];

/** Of names whose constraints are not understood. */
const OTHERS = ['otherName', 'x400Address', 'ediPartyName', 'iPAddress', 'registeredID'] as const;

/** An address may stand in the subject itself (RFC 5280, 4.2.1.10). */
const EMAIL = /(?:^|[\n+])1\.2\.840\.113549\.1\.9\.1=("[^\n]*?")(?=[\n+])/g;

/**
 * Whether the names of all certificates below each authority are those that it may certify (RFC 5280, 6.1.4 g).
 * Of a form that nothing here understands, no name is within what is permitted.
 * @param chain the end certificate first, a root last
 */
export function keepsNameConstraints(chain: readonly CertificateFacts[]): boolean {
  return chain.every(({ nameConstraints }, index) => {
    if (nameConstraints === undefined || index === 0) return true;
    const { permittedSubtrees = [], excludedSubtrees = [] } = nameConstraints;
    // An authority that certifies itself anew is not below itself; the end certificate always counts.
    const below = chain
      .slice(0, index)
      .filter((certificate, at) => at === 0 || certificate.subject !== certificate.issuer);
    return below.every(certificate =>
      keeps(certificate, Array.from(permittedSubtrees), Array.from(excludedSubtrees)),
    );
  });
}

function keeps(
  certificate: CertificateFacts,
  permitted: readonly GeneralSubtree[],
  excluded: readonly GeneralSubtree[],
): boolean {
  const understood = FORMS.every(form => {
    const bases = (trees: readonly GeneralSubtree[]) => trees.flatMap(({ base }) => baseOf(base, form) ?? []);
    const [allowed, forbidden] = [bases(permitted), bases(excluded)];
    return namesOf(certificate, form).every(
      name =>
        !forbidden.some(base => isWithin(form, name, base)) &&
        (allowed.length === 0 || allowed.some(base => isWithin(form, name, base))),
    );
  });
  const names = certificate.alternativeNames;
  return (
    understood &&
    !OTHERS.some(
      form =>
        [...permitted, ...excluded].some(({ base }) => base[form] !== undefined) &&
        names.some(name => name[form] !== undefined),
    )
  );
}

function baseOf(base: GeneralName, form: Form): string | undefined {
  return form === 'directoryName' ? base[form] && nameKey(base[form]) : base[form];
}

function namesOf({ subject, alternativeNames }: CertificateFacts, form: Form): string[] {
  const stated = alternativeNames.flatMap(name => baseOf(name, form) ?? []);
  if (form === 'directoryName') return subject === '' ? stated : [subject, ...stated];
  if (form !== 'rfc822Name' || stated.length > 0) return stated;
  return Array.from(subject.matchAll(EMAIL), ([, text = '""']) => String(JSON.parse(text)));
}

function isWithin(form: Form, name: string, base: string): boolean {
  switch (form) {
    case 'directoryName':
      return name.startsWith(base);
    case 'dNSName':
      return `.${name}`
        .toLowerCase()
        .endsWith(base === '' ? '' : `.${base}`.toLowerCase().replace('..', '.'));
    case 'rfc822Name':
      return isMailWithin(name, base);
    case 'uniformResourceIdentifier': {
      const host = /^[a-z][\w+.-]*:\/\/(?:[^/@]*@)?([^/:?#]+)/i.exec(name)?.[1] ?? '';
      return isHostWithin(host, base);
    }
  }
}

/** One mailbox, all of a host, or with a dot in front all below a domain. */
function isMailWithin(name: string, base: string): boolean {
  const at = name.lastIndexOf('@');
  const [local, host] = [name.slice(0, at), name.slice(at + 1)];
  const baseAt = base.lastIndexOf('@');
  if (baseAt < 0) return isHostWithin(host, base);
  return local === base.slice(0, baseAt) && host.toLowerCase() === base.slice(baseAt + 1).toLowerCase();
}

function isHostWithin(host: string, base: string): boolean {
  const [one, other] = [host.toLowerCase(), base.toLowerCase()];
  return other.startsWith('.') ? one.endsWith(other) : one === other;
}

import { child } from './ber.ts';
import { oid, smallInteger } from './ber-values.ts';
import { EXTENSION, extensionOf, type Certificate } from './certificate.ts';
import { isSelfIssued } from './chain.ts';

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

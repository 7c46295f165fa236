import type { CertificateFacts } from './certificate-facts.ts';

const ANY = '2.5.29.32.0';

/** Which policies a certificate's are valid under: each with those that are expected of the next one. */
type Level = ReadonlyMap<string, ReadonlySet<string>>;

/**
 * Whether a chain's policies hold where an authority demands that there be one (RFC 5280, 6.1), with every policy
 * acceptable to us. As RFC 9618 has it: a level of policies for each certificate and not a tree of them, which a few
 * hostile authorities could make grow without end.
 * @param chain the end certificate first, a root last; what the root itself says counts for nothing
 */
export function keepsPolicies(chain: readonly CertificateFacts[]): boolean {
  const certificates = chain.slice(0, -1).toReversed();
  let level: Level | undefined = new Map([[ANY, new Set([ANY])]]);
  const none = certificates.length + 1;
  const left = { explicit: none, mapping: none, any: none };
  for (const [index, certificate] of certificates.entries()) {
    const isLast = index === certificates.length - 1;
    const isSelfIssued = certificate.subject === certificate.issuer;
    level = level && nextLevel(level, certificate, left.any > 0 || (!isLast && isSelfIssued));
    if (left.explicit === 0 && level === undefined) return false;
    const { mappings, requireExplicit, inhibitMapping, inhibitAny } = certificate.policyRules;
    if (isLast) {
      const explicit = requireExplicit === 0 ? 0 : Math.max(0, left.explicit - 1);
      return explicit > 0 || level !== undefined;
    }
    if (mappings.some(pair => pair.includes(ANY))) return false;
    level = level && mapped(level, mappings, left.mapping > 0);
    const step = isSelfIssued ? 0 : 1;
    left.explicit = Math.min(Math.max(0, left.explicit - step), requireExplicit ?? none);
    left.mapping = Math.min(Math.max(0, left.mapping - step), inhibitMapping ?? none);
    left.any = Math.min(Math.max(0, left.any - step), inhibitAny ?? none);
  }
  return true;
}

/** 6.1.3 (d) and (e). */
function nextLevel(above: Level, { policies }: CertificateFacts, anyCounts: boolean): Level | undefined {
  const expected = new Set([...above.values()].flatMap(policy => [...policy]));
  const valid = new Set(
    policies.filter(policy => policy !== ANY && (expected.has(policy) || above.has(ANY))),
  );
  if (policies.includes(ANY) && anyCounts) for (const policy of expected) valid.add(policy);
  return valid.size === 0 ? undefined : new Map([...valid].map(policy => [policy, new Set([policy])]));
}

/** 6.1.4 (b): what is mapped is expected by its other name, or is gone where mapping is not allowed any more. */
function mapped(
  level: Level,
  mappings: CertificateFacts['policyRules']['mappings'],
  isAllowed: boolean,
): Level | undefined {
  const next = new Map(level);
  for (const [from] of mappings) {
    if (!isAllowed) next.delete(from);
    else if (level.has(from) || level.has(ANY)) {
      next.set(from, new Set(mappings.flatMap(([issuer, subject]) => (issuer === from ? [subject] : []))));
    }
  }
  return next.size === 0 ? undefined : next;
}

import type { Signer } from '../../domain/session.ts';
import type { CloudCertificate } from '../../psc/psc-certificates.ts';
import type { HolderId, PscToken } from '../../psc/oauth.ts';
import { PscError } from '../../psc/psc-error.ts';
import { isSigners } from '../refusals.ts';

/** Who is looked for at providers: the person, or the company of a signer without a CPF. */
export function holderIn({ cpf, cnpj }: Signer): HolderId {
  return cpf === undefined ? { type: 'CNPJ', number: cnpj ?? '' } : { type: 'CPF', number: cpf };
}

/** @throws PscError `wrong-holder` when somebody else authorised */
export function requireSigner({ holder }: PscToken, { cpf, cnpj }: Signer): void {
  if (holder !== undefined && holder.number !== cpf && holder.number !== cnpj)
    throw new PscError('wrong-holder', 'another person authorised.');
}

/**
 * The signer's certificate that is valid for longest, of those that this service can sign as many documents with.
 * @throws PscError `wrong-holder` when none is theirs, `not-supported`, `too-many-documents`
 */
export function chosenOf(
  certificates: readonly CloudCertificate[],
  signer: Signer,
  { at, documents }: { readonly at: Date; readonly documents: number },
): CloudCertificate {
  const own = certificates.filter(({ certificate }) => isSigners(certificate, signer));
  if (own.length === 0) throw new PscError('wrong-holder', 'no certificate is the signer’s.');
  const usable = own.filter(({ use }) => use === undefined || use.signAlgo !== undefined);
  if (usable.length === 0) throw new PscError('not-supported', 'the key is used in another way.');
  const enough = usable.filter(({ use }) => use === undefined || use.mostSignatures >= documents);
  const rank = ({ certificate: { notBefore, notAfter } }: CloudCertificate) =>
    notAfter.getTime() - (notBefore <= at ? 0 : Number.MAX_SAFE_INTEGER / 2);
  const [chosen] = enough.toSorted((a, b) => rank(b) - rank(a));
  if (chosen === undefined) throw new PscError('too-many-documents', 'it signs fewer by one authorisation.');
  return chosen;
}

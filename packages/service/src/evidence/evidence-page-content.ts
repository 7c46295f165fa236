import { writeCnpj } from '../domain/identifiers/cnpj.ts';
import { maskCnpj, maskCpf, maskDestination, maskOptional } from '../domain/identifiers/masking.ts';
import type { EvidencePageContent } from '../pdf/evidence-content.ts';
import { addressOn, type Session } from '../domain/session.ts';
import type { SealHolder, SealingInput } from './sealing-input.ts';
import { signatureKind } from '../domain/signature-kind.ts';

/** The content of a completed session's evidence page. */
export function evidencePageContent(facts: SealingInput, sealedBy: SealHolder): EvidencePageContent {
  const { session, document, tenant, completedAt } = facts;
  const { name, cpf, cnpj } = session.request.signer;
  return {
    locale: session.locale,
    isTest: tenant.environment === 'sandbox',
    filename: document.filename,
    documentHash: document.hash,
    batch: facts.place,
    signer: {
      name,
      maskedCpf: maskOptional(cpf, maskCpf),
      maskedCnpj: maskOptional(cnpj, maskCnpj),
    },
    signatureKind: signatureKind(session.steps),
    codeSentTo: codeRecipient(session),
    contact: givenContact(session),
    ipAddress: facts.ipAddress,
    userAgent: facts.userAgent,
    tenantName: tenant.name,
    tenantCnpj: tenant.cnpj && writeCnpj(tenant.cnpj),
    requestedAt: session.createdAt,
    openedAt: session.openedAt,
    signedAt: completedAt,
    evidenceId: facts.evidenceId,
    transactionId: session.transactionId,
    verifierUrl: facts.verifierUrl,
    sealedBy: { ...sealedBy, cnpj: sealedBy.cnpj && writeCnpj(sealedBy.cnpj) },
    steps: session.steps.map(({ type, completedAt: at = completedAt, performedBy, result }) => ({
      type,
      completedAt: at,
      performedBy,
      pages: result?.click?.documentView,
    })),
  };
}

/** How the signer is reached, masked, as whoever asked for the signature gave it. */
function givenContact({ request: { signer } }: Session): string | undefined {
  if (signer.email !== undefined) return maskDestination('email', signer.email);
  return signer.phone && maskDestination('sms', signer.phone);
}

/** The masked destination of the code that was entered. */
function codeRecipient({ steps, request: { signer } }: Session): string | undefined {
  const channel = steps.findLast(({ result }) => result?.otp !== undefined)?.result?.otp?.channel;
  const address = channel && addressOn(channel, signer);
  return address && maskDestination(channel, address);
}

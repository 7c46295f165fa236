import { writeCnpj } from '../domain/identifiers/cnpj.ts';
import { maskCnpj, maskCpf, maskEmail, maskPhone } from '../domain/identifiers/masking.ts';
import type { EvidencePageContent } from '../pdf/evidence-page.ts';
import type { Session } from '../domain/session.ts';
import type { SealHolder, SealingFacts } from './sealing-facts.ts';
import { signatureKind } from '../domain/signature-kind.ts';

/** The content of a completed session's evidence page. */
export function evidencePageContent(facts: SealingFacts, sealedBy: SealHolder): EvidencePageContent {
  const { session, document, tenant, completedAt } = facts;
  const { name, cpf, cnpj } = session.request.signer;
  return {
    locale: session.locale,
    isTest: tenant.environment === 'sandbox',
    filename: document.filename,
    documentHash: document.hash,
    signer: {
      name,
      maskedCpf: cpf === undefined ? undefined : maskCpf(cpf),
      maskedCnpj: cnpj === undefined ? undefined : maskCnpj(cnpj),
    },
    signatureKind: signatureKind(session.steps.map(({ type }) => type)),
    codeSentTo: codeRecipient(session),
    ipAddress: facts.ipAddress,
    tenantName: tenant.name,
    tenantCnpj: tenant.cnpj === undefined ? undefined : writeCnpj(tenant.cnpj),
    signedAt: completedAt,
    evidenceId: facts.evidenceId,
    transactionId: session.transactionId,
    verifierUrl: facts.verifierUrl,
    sealedBy: { ...sealedBy, cnpj: sealedBy.cnpj === undefined ? undefined : writeCnpj(sealedBy.cnpj) },
    steps: session.steps.map(({ type, completedAt: at = completedAt, result }) => ({
      type,
      completedAt: at,
      pages: result?.click?.documentView,
    })),
  };
}

/** The masked destination of the code that was entered. */
function codeRecipient({ steps, request: { signer } }: Session): string | undefined {
  const channel = steps.findLast(({ result }) => result?.otp !== undefined)?.result?.otp?.channel;
  if (channel === 'email' && signer.email !== undefined) return maskEmail(signer.email);
  return channel === 'sms' && signer.phone !== undefined ? maskPhone(signer.phone) : undefined;
}

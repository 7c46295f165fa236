import type { Locale } from '../../src/index.ts';

/** What the verifier page says. */
export interface VerifyMessages {
  readonly title: string;
  readonly looking: string;
  readonly held: string;
  readonly unknown: string;
  readonly unavailable: string;
  readonly unanswered: string;
  readonly publicView: string;
  readonly facts: Readonly<Record<VerifyFact, string>>;
}

/** What is told of a signature, in reading order. */
export type VerifyFact =
  | 'signer'
  | 'signerNumber'
  | 'tenant'
  | 'completed'
  | 'document'
  | 'originalHash'
  | 'signedHash'
  | 'packHash'
  | 'evidence';

export const VERIFY_MESSAGES: Readonly<Record<Locale, VerifyMessages>> = {
  'pt-BR': {
    title: 'Verificação de assinatura',
    looking: 'Procurando a evidência…',
    held: 'Este serviço guarda a evidência desta assinatura.',
    unknown: 'Não há evidência com este código. Confira o endereço.',
    unavailable: 'A evidência não pode ser consultada no momento. Tente de novo mais tarde.',
    unanswered: 'O serviço não responde. Verifique a conexão e recarregue a página.',
    publicView: 'Dados públicos da evidência',
    facts: {
      signer: 'Assinado por',
      signerNumber: 'CPF ou CNPJ',
      tenant: 'Solicitado por',
      completed: 'Concluído em',
      document: 'Documento',
      originalHash: 'Hash do arquivo original (SHA-256)',
      signedHash: 'Hash do arquivo assinado (SHA-256)',
      packHash: 'Hash do pacote de evidências (SHA-256)',
      evidence: 'Código da evidência',
    },
  },
  en: {
    title: 'Signature verification',
    looking: 'Looking up the evidence…',
    held: 'This service holds the evidence of this signature.',
    unknown: 'There is no evidence with this id. Check the address.',
    unavailable: 'The evidence cannot be looked up at the moment. Try again later.',
    unanswered: 'The service does not answer. Check your connection and reload the page.',
    publicView: 'Public view of the evidence',
    facts: {
      signer: 'Signed by',
      signerNumber: 'CPF or CNPJ',
      tenant: 'Requested by',
      completed: 'Completed',
      document: 'Document',
      originalHash: 'Hash of the original file (SHA-256)',
      signedHash: 'Hash of the signed file (SHA-256)',
      packHash: 'Hash of the evidence pack (SHA-256)',
      evidence: 'Evidence ID',
    },
  },
  es: {
    title: 'Verificación de firma',
    looking: 'Buscando la evidencia…',
    held: 'Este servicio guarda la evidencia de esta firma.',
    unknown: 'No hay ninguna evidencia con este código. Revise la dirección.',
    unavailable: 'La evidencia no se puede consultar en este momento. Inténtelo de nuevo más tarde.',
    unanswered: 'El servicio no responde. Revise la conexión y vuelva a cargar la página.',
    publicView: 'Datos públicos de la evidencia',
    facts: {
      signer: 'Firmado por',
      signerNumber: 'CPF o CNPJ',
      tenant: 'Solicitado por',
      completed: 'Completado',
      document: 'Documento',
      originalHash: 'Hash del archivo original (SHA-256)',
      signedHash: 'Hash del archivo firmado (SHA-256)',
      packHash: 'Hash del paquete de evidencias (SHA-256)',
      evidence: 'Código de la evidencia',
    },
  },
};

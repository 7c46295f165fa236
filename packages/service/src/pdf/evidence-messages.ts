import type { StepType } from '@sign-session/session-rules';
import type { Locale } from '../domain/locales.ts';
import type { SignatureKind } from '../domain/signature-kind.ts';
import type { Performer } from '../domain/step.ts';

export interface EvidenceMessages {
  /** Printed across the page of a sandbox signature. */
  test: string;
  heading: string;
  /** Below the heading: what this page is, as part of the document or as a separate file. */
  appended: string;
  separate: string;
  signer: string;
  signers: (total: number) => string;
  name: string;
  cpf: string;
  cnpj: string;
  requestedBy: string;
  signedAt: string;
  signatureKind: string;
  kind: Record<SignatureKind, string>;
  /** The articles that such a signature rests on, below its kind. */
  legalBasis: Record<SignatureKind, string>;
  codeSentTo: string;
  /** The e-mail address or phone number that whoever asked gave for the signer. */
  contact: string;
  ipAddress: string;
  /** What the browser called itself; anybody can change it. */
  browser: string;
  /** How the signer was reached, and from where they signed, in one row. */
  device: string;
  document: string;
  file: string;
  originalHash: string;
  signedHash: string;
  /** The document's place among those that were signed together, before their batch's id. */
  batch: string;
  batchPlace: (position: number, total: number) => string;
  /** Tells where to find the signed file's hash, on a page inside that file. */
  whereSignedHash: string;
  /** Explains that some characters are shown as numbers. */
  numbers: string;
  /** What happened, from the request to the last step. */
  history: string;
  requested: string;
  opened: string;
  /** How many of the document's pages were shown. */
  pagesViewed: (viewed: number, pages: number) => string;
  record: string;
  evidenceId: string;
  transactionId: string;
  sealedBy: string;
  /** Whose clock the times are from, after the time zones. */
  clock: string;
  /** The issuing authority, after the name and CNPJ in the sealing certificate. */
  issuedBy: (issuer: string) => string;
  verify: string;
  howToVerify: string;
  sealed: string;
  step: Record<StepType, string>;
  /** Who performed a step, behind its text. */
  performedBy: Record<Performer, string>;
}

const ptBR: EvidenceMessages = {
  test: 'TESTE, sem validade jurídica',
  heading: 'Evidência de assinatura eletrônica',
  appended: 'Esta página foi acrescentada ao documento e registra quem o assinou, quando e como.',
  separate:
    'Esta página acompanha o documento, que já continha assinaturas e por isso não foi alterado. Ela registra quem o assinou, quando e como.',
  signer: 'Signatário',
  signers: total => `${total} signatários`,
  name: 'Nome',
  cpf: 'CPF',
  cnpj: 'CNPJ',
  requestedBy: 'Solicitado por',
  signedAt: 'Assinado em',
  signatureKind: 'Tipo de assinatura',
  kind: {
    simple: 'Assinatura eletrônica simples',
    advanced: 'Assinatura eletrônica avançada',
    qualified: 'Assinatura eletrônica qualificada',
  },
  legalBasis: {
    simple: 'Lei 14.063/2020, art. 4º, I; MP 2.200-2/2001, art. 10, § 2º',
    advanced: 'Lei 14.063/2020, art. 4º, II; MP 2.200-2/2001, art. 10, § 2º',
    qualified: 'Lei 14.063/2020, art. 4º, III; MP 2.200-2/2001, art. 10, § 1º',
  },
  codeSentTo: 'Código enviado a',
  contact: 'Contato informado',
  ipAddress: 'Endereço IP',
  browser: 'Navegador',
  device: 'Contato e aparelho',
  document: 'Documento original',
  file: 'Arquivo',
  originalHash: 'SHA-256 (original)',
  signedHash: 'SHA-256 (assinado)',
  batch: 'Lote',
  batchPlace: (position, total) => `documento ${position} de ${total}`,
  whereSignedHash:
    'Um arquivo não pode conter o próprio hash: o SHA-256 deste arquivo assinado está na página de verificação.',
  numbers:
    'Caracteres que não podem ser impressos aparecem pelo código Unicode, como [U+5C71]. O pacote de evidências guarda o texto original.',
  history: 'Histórico',
  requested: 'Assinatura solicitada',
  opened: 'Sessão aberta pelo signatário',
  pagesViewed: (viewed, pages) => `${viewed} de ${pages} ${pages === 1 ? 'página vista' : 'páginas vistas'}`,
  record: 'Registro',
  evidenceId: 'Evidência',
  transactionId: 'Transação',
  sealedBy: 'Selado por',
  clock: 'pelo relógio do serviço',
  issuedBy: issuer => `certificado emitido por ${issuer}`,
  verify: 'Verificação',
  howToVerify:
    'Aponte a câmera para o código ou abra o endereço abaixo. Solte o seu arquivo na página: ela confere, no próprio aparelho, se ele é o arquivo assinado e se foi alterado.',
  sealed:
    'Este arquivo foi selado com assinatura digital PAdES. Qualquer alteração posterior aparece em um leitor de PDF que confere assinaturas.',
  step: {
    CLICK_ACCEPT: 'Aceite do documento',
    OTP_CHALLENGE: 'Envio do código de uso único',
    OTP_VERIFY: 'Conferência do código de uso único',
    BIOMETRIC_LIVENESS: 'Prova de vida pela câmera',
    BIOMETRIC_MATCH: 'Comparação facial',
    DIGITAL_SIGN_A1: 'Assinatura com certificado digital',
    SERPRO_IDENTITY_CHECK: 'Conferência em base do governo',
    DOCUMENT_PHOTO_MATCH: 'Comparação com a foto do documento',
    PURPOSE_DISCLOSURE: 'Ciência da finalidade',
  },
  performedBy: { signer: 'signatário', integrator: 'solicitante', service: 'serviço' },
};

const en: EvidenceMessages = {
  test: 'TEST, without legal value',
  heading: 'Evidence of electronic signature',
  appended: 'This page was added to the document and records who signed it, when and how.',
  separate:
    'This page goes with the document, which already had signatures and was therefore left as it was. It records who signed it, when and how.',
  signer: 'Signer',
  signers: total => `${total} signers`,
  name: 'Name',
  cpf: 'CPF',
  cnpj: 'CNPJ',
  requestedBy: 'Requested by',
  signedAt: 'Signed on',
  signatureKind: 'Type of signature',
  kind: {
    simple: 'Simple electronic signature',
    advanced: 'Advanced electronic signature',
    qualified: 'Qualified electronic signature',
  },
  legalBasis: {
    simple: 'Brazil: Law 14.063/2020, art. 4, I; MP 2.200-2/2001, art. 10, § 2',
    advanced: 'Brazil: Law 14.063/2020, art. 4, II; MP 2.200-2/2001, art. 10, § 2',
    qualified: 'Brazil: Law 14.063/2020, art. 4, III; MP 2.200-2/2001, art. 10, § 1',
  },
  codeSentTo: 'Code sent to',
  contact: 'Contact given',
  ipAddress: 'IP address',
  browser: 'Browser',
  device: 'Contact, device',
  document: 'Original document',
  file: 'File',
  originalHash: 'SHA-256 (original)',
  signedHash: 'SHA-256 (signed)',
  batch: 'Batch',
  batchPlace: (position, total) => `document ${position} of ${total}`,
  whereSignedHash:
    'No file can contain its own hash: the SHA-256 of this signed file is on the verification page.',
  numbers:
    'Characters that cannot be printed here are shown by their Unicode numbers, such as [U+5C71]. The evidence pack keeps the original text.',
  history: 'History',
  requested: 'Signature requested',
  opened: 'Session opened by the signer',
  pagesViewed: (viewed, pages) => `${viewed} of ${pages} ${pages === 1 ? 'page' : 'pages'} viewed`,
  record: 'Record',
  evidenceId: 'Evidence',
  transactionId: 'Transaction',
  sealedBy: 'Sealed by',
  clock: 'by the clock of the service',
  issuedBy: issuer => `certificate issued by ${issuer}`,
  verify: 'Verification',
  howToVerify:
    'Scan the code or open the address below. Drop your file on the page: it checks, on your device, whether that is the signed file and whether it was changed.',
  sealed:
    'This file is sealed with a PAdES digital signature. A PDF reader that checks signatures shows any later change.',
  step: {
    CLICK_ACCEPT: 'Document accepted',
    OTP_CHALLENGE: 'One-time code sent',
    OTP_VERIFY: 'One-time code confirmed',
    BIOMETRIC_LIVENESS: 'Liveness check by camera',
    BIOMETRIC_MATCH: 'Face comparison',
    DIGITAL_SIGN_A1: 'Signature with a digital certificate',
    SERPRO_IDENTITY_CHECK: 'Check against a government record',
    DOCUMENT_PHOTO_MATCH: 'Comparison with the identity document’s photo',
    PURPOSE_DISCLOSURE: 'Purpose acknowledged',
  },
  performedBy: { signer: 'signer', integrator: 'requester', service: 'service' },
};

const es: EvidenceMessages = {
  test: 'PRUEBA, sin validez jurídica',
  heading: 'Evidencia de firma electrónica',
  appended: 'Esta página se agregó al documento y registra quién lo firmó, cuándo y cómo.',
  separate:
    'Esta página acompaña al documento, que ya contenía firmas y por eso no se modificó. Registra quién lo firmó, cuándo y cómo.',
  signer: 'Firmante',
  signers: total => `${total} firmantes`,
  name: 'Nombre',
  cpf: 'CPF',
  cnpj: 'CNPJ',
  requestedBy: 'Solicitado por',
  signedAt: 'Firmado el',
  signatureKind: 'Tipo de firma',
  kind: {
    simple: 'Firma electrónica simple',
    advanced: 'Firma electrónica avanzada',
    qualified: 'Firma electrónica calificada',
  },
  legalBasis: {
    simple: 'Brasil: Ley 14.063/2020, art. 4, I; MP 2.200-2/2001, art. 10, § 2',
    advanced: 'Brasil: Ley 14.063/2020, art. 4, II; MP 2.200-2/2001, art. 10, § 2',
    qualified: 'Brasil: Ley 14.063/2020, art. 4, III; MP 2.200-2/2001, art. 10, § 1',
  },
  codeSentTo: 'Código enviado a',
  contact: 'Contacto indicado',
  ipAddress: 'Dirección IP',
  browser: 'Navegador',
  device: 'Contacto, equipo',
  document: 'Documento original',
  file: 'Archivo',
  originalHash: 'SHA-256 (original)',
  signedHash: 'SHA-256 (firmado)',
  batch: 'Lote',
  batchPlace: (position, total) => `documento ${position} de ${total}`,
  whereSignedHash:
    'Ningún archivo puede contener su propio hash: el SHA-256 de este archivo firmado está en la página de verificación.',
  numbers:
    'Los caracteres que no se pueden imprimir aparecen por su código Unicode, como [U+5C71]. El paquete de evidencias guarda el texto original.',
  history: 'Historial',
  requested: 'Firma solicitada',
  opened: 'Sesión abierta por el firmante',
  pagesViewed: (viewed, pages) => `${viewed} de ${pages} ${pages === 1 ? 'página vista' : 'páginas vistas'}`,
  record: 'Registro',
  evidenceId: 'Evidencia',
  transactionId: 'Transacción',
  sealedBy: 'Sellado por',
  clock: 'según el reloj del servicio',
  issuedBy: issuer => `certificado emitido por ${issuer}`,
  verify: 'Verificación',
  howToVerify:
    'Escanee el código o abra la dirección de abajo. Suelte su archivo en la página: verifica, en el propio dispositivo, si es el archivo firmado y si fue modificado.',
  sealed:
    'Este archivo está sellado con una firma digital PAdES. Un lector de PDF que verifica firmas muestra cualquier cambio posterior.',
  step: {
    CLICK_ACCEPT: 'Documento aceptado',
    OTP_CHALLENGE: 'Envío del código de un solo uso',
    OTP_VERIFY: 'Código de un solo uso verificado',
    BIOMETRIC_LIVENESS: 'Prueba de vida por cámara',
    BIOMETRIC_MATCH: 'Comparación facial',
    DIGITAL_SIGN_A1: 'Firma con certificado digital',
    SERPRO_IDENTITY_CHECK: 'Verificación en una base del gobierno',
    DOCUMENT_PHOTO_MATCH: 'Comparación con la foto del documento',
    PURPOSE_DISCLOSURE: 'Lectura del aviso de finalidad',
  },
  performedBy: { signer: 'firmante', integrator: 'solicitante', service: 'servicio' },
};

export const EVIDENCE_MESSAGES: Record<Locale, EvidenceMessages> = { 'pt-BR': ptBR, en, es };

export type EvidenceLocale = 'pt-BR' | 'en' | 'es';

/** The step types of the service interface. */
export type EvidenceStepType =
  | 'CLICK_ACCEPT'
  | 'OTP_CHALLENGE'
  | 'OTP_VERIFY'
  | 'BIOMETRIC_LIVENESS'
  | 'BIOMETRIC_MATCH'
  | 'DIGITAL_SIGN_A1'
  | 'SERPRO_IDENTITY_CHECK'
  | 'DOCUMENT_PHOTO_MATCH'
  | 'PURPOSE_DISCLOSURE';

export interface EvidenceMessages {
  heading: string;
  /** Under the heading: what this page is, when it's part of the document and when it stands beside it. */
  appended: string;
  separate: string;
  signer: string;
  name: string;
  cpf: string;
  cnpj: string;
  requestedBy: string;
  signedAt: string;
  document: string;
  file: string;
  originalHash: string;
  signedHash: string;
  /** Where a page inside the signed file says what that file's hash is. */
  whereSignedHash: string;
  /** Where characters are shown by their numbers. */
  numbers: string;
  steps: string;
  record: string;
  evidenceId: string;
  transactionId: string;
  verify: string;
  howToVerify: string;
  sealed: string;
  step: Record<EvidenceStepType, string>;
}

const ptBR: EvidenceMessages = {
  heading: 'Evidência de assinatura eletrônica',
  appended: 'Esta página foi acrescentada ao documento e registra quem o assinou, quando e como.',
  separate:
    'Esta página acompanha o documento, que já continha assinaturas e por isso não foi alterado. Ela registra quem o assinou, quando e como.',
  signer: 'Signatário',
  name: 'Nome',
  cpf: 'CPF',
  cnpj: 'CNPJ',
  requestedBy: 'Solicitado por',
  signedAt: 'Assinado em',
  document: 'Documento original',
  file: 'Arquivo',
  originalHash: 'SHA-256 (original)',
  signedHash: 'SHA-256 (assinado)',
  whereSignedHash:
    'Um arquivo não pode conter o próprio hash: o SHA-256 deste arquivo assinado está na página de verificação.',
  numbers:
    'Os caracteres que a fonte desta página não tem aparecem pelo número Unicode, como [U+5C71]. O pacote de evidências os guarda como são.',
  steps: 'Etapas concluídas',
  record: 'Registro',
  evidenceId: 'Evidência',
  transactionId: 'Transação',
  verify: 'Verificação',
  howToVerify:
    'Aponte a câmera para o código ou abra o endereço abaixo. A página mostra o SHA-256 do arquivo original e o do arquivo assinado, para comparar com os dos seus arquivos.',
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
};

const en: EvidenceMessages = {
  heading: 'Evidence of electronic signature',
  appended: 'This page was added to the document and records who signed it, when and how.',
  separate:
    'This page goes with the document, which already bore signatures and was therefore left as it was. It records who signed it, when and how.',
  signer: 'Signer',
  name: 'Name',
  cpf: 'CPF',
  cnpj: 'CNPJ',
  requestedBy: 'Requested by',
  signedAt: 'Signed on',
  document: 'Original document',
  file: 'File',
  originalHash: 'SHA-256 (original)',
  signedHash: 'SHA-256 (signed)',
  whereSignedHash:
    'No file can contain its own hash: the SHA-256 of this signed file is on the verification page.',
  numbers:
    'Characters that this page’s font does not have are shown by their Unicode numbers, such as [U+5C71]. The evidence pack keeps them as they are.',
  steps: 'Steps completed',
  record: 'Record',
  evidenceId: 'Evidence',
  transactionId: 'Transaction',
  verify: 'Verification',
  howToVerify:
    'Scan the code or open the address below. The page shows the SHA-256 of the original file and of the signed file, to compare with those of the files you have.',
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
};

const es: EvidenceMessages = {
  heading: 'Evidencia de firma electrónica',
  appended: 'Esta página se añadió al documento y registra quién lo firmó, cuándo y cómo.',
  separate:
    'Esta página acompaña al documento, que ya contenía firmas y por eso no se modificó. Registra quién lo firmó, cuándo y cómo.',
  signer: 'Firmante',
  name: 'Nombre',
  cpf: 'CPF',
  cnpj: 'CNPJ',
  requestedBy: 'Solicitado por',
  signedAt: 'Firmado el',
  document: 'Documento original',
  file: 'Archivo',
  originalHash: 'SHA-256 (original)',
  signedHash: 'SHA-256 (firmado)',
  whereSignedHash:
    'Ningún archivo puede contener su propio hash: el SHA-256 de este archivo firmado está en la página de verificación.',
  numbers:
    'Los caracteres que la fuente de esta página no tiene aparecen por su número Unicode, como [U+5C71]. El paquete de evidencias los guarda como son.',
  steps: 'Pasos completados',
  record: 'Registro',
  evidenceId: 'Evidencia',
  transactionId: 'Transacción',
  verify: 'Verificación',
  howToVerify:
    'Escanee el código o abra la dirección de abajo. La página muestra el SHA-256 del archivo original y el del archivo firmado, para compararlos con los de sus archivos.',
  sealed:
    'Este archivo está sellado con una firma digital PAdES. Un lector de PDF que comprueba firmas muestra cualquier cambio posterior.',
  step: {
    CLICK_ACCEPT: 'Documento aceptado',
    OTP_CHALLENGE: 'Envío del código de un solo uso',
    OTP_VERIFY: 'Código de un solo uso comprobado',
    BIOMETRIC_LIVENESS: 'Prueba de vida por cámara',
    BIOMETRIC_MATCH: 'Comparación facial',
    DIGITAL_SIGN_A1: 'Firma con certificado digital',
    SERPRO_IDENTITY_CHECK: 'Comprobación en una base del gobierno',
    DOCUMENT_PHOTO_MATCH: 'Comparación con la foto del documento',
    PURPOSE_DISCLOSURE: 'Finalidad conocida',
  },
};

export const EVIDENCE_MESSAGES: Record<EvidenceLocale, EvidenceMessages> = { 'pt-BR': ptBR, en, es };

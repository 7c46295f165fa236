import type { en } from './en.ts';

export const es: Readonly<Record<keyof typeof en, string>> = {
  evidence: 'Código de la evidencia',
  originalHash: 'Hash del archivo original (SHA-256)',
  signedHash: 'Hash del archivo firmado (SHA-256)',
  download: 'Descargar documento firmado',
  verify: 'Verificar la firma',
  'verify.action': 'Verificar la confirmación',
  qr: 'Código QR de la página de verificación',
  'redirecting.one': 'Volverá al sitio en {n} segundo.',
  'redirecting.other': 'Volverá al sitio en {n} segundos.',
  stay: 'Permanecer en esta página',
  facts: 'Evidencia y hashes',
};

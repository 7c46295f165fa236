import type { en } from './en.ts';

export const ptBR: Readonly<Record<keyof typeof en, string>> = {
  evidence: 'Código da evidência',
  originalHash: 'Hash do arquivo original (SHA-256)',
  signedHash: 'Hash do arquivo assinado (SHA-256)',
  download: 'Baixar documento assinado',
  verify: 'Conferir a assinatura',
  'verify.action': 'Conferir a confirmação',
  qr: 'Código QR da página de verificação',
  'redirecting.one': 'Você voltará ao site em {n} segundo.',
  'redirecting.other': 'Você voltará ao site em {n} segundos.',
  stay: 'Ficar nesta página',
  facts: 'Evidência e hashes',
};

import { isCpf } from '@sign-session/certificates';

/**
 * The 11 digits of a CPF, with or without punctuation (`529.982.247-25`), or undefined if it is invalid. Eleven
 * equal digits have a valid checksum but are never issued, so they are refused.
 */
export function readCpf(text: string): string | undefined {
  if (!/^(\d{11}|\d{3}\.\d{3}\.\d{3}-\d{2})$/.test(text)) return undefined;
  const cpf = text.replaceAll(/\D/g, '');
  return isCpf(cpf) ? cpf : undefined;
}

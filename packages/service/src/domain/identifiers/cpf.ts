import { hasCpfForm, isCpf } from '@sign-session/certificates';
import { withoutSeparators } from './separators.ts';

/**
 * The 11 digits of a CPF, with or without punctuation of any kind (`529.982.247-25`, `529 982 247 25`), or undefined if
 * it is invalid. Eleven equal digits have a valid checksum but are never issued, so they are refused.
 */
export function readCpf(text: string): string | undefined {
  const cpf = withoutSeparators(text);
  return isCpf(cpf) ? cpf : undefined;
}

/** Why `readCpf` does not take a text. */
export function cpfComplaint(text: string): string {
  if (!hasCpfForm(withoutSeparators(text))) return 'Is not a CPF: it must have 11 digits.';
  return 'Is not a CPF: its check digits do not match.';
}

import { hasCnpjForm, isCnpj } from '@sign-session/certificates';
import { withoutSeparators } from './separators.ts';

const bareCnpj = (text: string): string => withoutSeparators(text).toUpperCase();

/**
 * The 14 characters of a CNPJ, numeric or alphanumeric, with or without punctuation of any kind (`12.ABC.345/01DE-35`,
 * `12ABC345/01DE-35`), or undefined if it is invalid. Accepts lower-case letters as capitals.
 */
export function readCnpj(text: string): string | undefined {
  const cnpj = bareCnpj(text);
  return isCnpj(cnpj) ? cnpj : undefined;
}

/** Why `readCnpj` does not take a text. */
export function cnpjComplaint(text: string): string {
  if (!hasCnpjForm(bareCnpj(text)))
    return 'Is not a CNPJ: it must have 12 digits or letters and two check digits.';
  return 'Is not a CNPJ: its check digits do not match.';
}

/** Formats 14 characters as `12.ABC.345/01DE-35`. */
export function writeCnpj(cnpj: string): string {
  return cnpj.replace(/^(.{2})(.{3})(.{3})(.{4})(.{2})$/, '$1.$2.$3/$4-$5');
}

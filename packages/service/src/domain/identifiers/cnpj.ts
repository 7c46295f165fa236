import { isCnpj } from '@sign-session/certificates';

/**
 * The 14 characters of a CNPJ, numeric or alphanumeric, with or without punctuation (`12.ABC.345/01DE-35`), or
 * undefined if it is invalid. Accepts lower-case letters as capitals.
 */
export function readCnpj(text: string): string | undefined {
  const upper = text.toUpperCase();
  if (!/^([0-9A-Z]{12}\d{2}|[0-9A-Z]{2}(\.[0-9A-Z]{3}){2}\/[0-9A-Z]{4}-\d{2})$/.test(upper)) return undefined;
  const cnpj = upper.replaceAll(/[^0-9A-Z]/g, '');
  return isCnpj(cnpj) ? cnpj : undefined;
}

/** Formats 14 characters as `12.ABC.345/01DE-35`. */
export function writeCnpj(cnpj: string): string {
  return cnpj.replace(/^(.{2})(.{3})(.{3})(.{4})(.{2})$/, '$1.$2.$3/$4-$5');
}

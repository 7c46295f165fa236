/**
 * The check digit behind these characters: modulus 11, weights 2 to 9 from the right and again from 2, a
 * character's value being its ASCII code less 48, so that digits keep theirs (Receita Federal, IN RFB 2.229/2024).
 */
function checkDigit(characters: string): number {
  const sum = Array.from(characters).reduce((total, character, index) => {
    const weight = ((characters.length - 1 - index) % 8) + 2;
    return total + (character.charCodeAt(0) - 48) * weight;
  }, 0);
  const rest = sum % 11;
  return rest < 2 ? 0 : 11 - rest;
}

/**
 * The 14 characters of a CNPJ, numeric or alphanumeric, written with or without its punctuation
 * (`12.ABC.345/01DE-35`), or undefined when it is not one. Lower-case letters are taken as capitals.
 */
export function readCnpj(text: string): string | undefined {
  const upper = text.toUpperCase();
  if (!/^([0-9A-Z]{12}\d{2}|[0-9A-Z]{2}(\.[0-9A-Z]{3}){2}\/[0-9A-Z]{4}-\d{2})$/.test(upper)) return undefined;
  const cnpj = upper.replaceAll(/[^0-9A-Z]/g, '');
  if (/^(\d)\1{13}$/.test(cnpj)) return undefined;
  const first = checkDigit(cnpj.slice(0, 12));
  const second = checkDigit(cnpj.slice(0, 12) + String(first));
  return cnpj.endsWith(`${first}${second}`) ? cnpj : undefined;
}

/** With its punctuation: `12.ABC.345/01DE-35` of 14 characters. */
export function writeCnpj(cnpj: string): string {
  return cnpj.replace(/^(.{2})(.{3})(.{3})(.{4})(.{2})$/, '$1.$2.$3/$4-$5');
}

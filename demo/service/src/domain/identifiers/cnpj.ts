/**
 * The check digit for these characters: modulus 11, weights 2 to 9 repeating from the right. A character's value is
 * its ASCII code minus 48, so digits keep their value (Receita Federal, IN RFB 2.229/2024).
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
 * The 14 characters of a CNPJ, numeric or alphanumeric, with or without punctuation (`12.ABC.345/01DE-35`), or
 * undefined if it is invalid. Accepts lower-case letters as capitals.
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

/** Formats 14 characters as `12.ABC.345/01DE-35`. */
export function writeCnpj(cnpj: string): string {
  return cnpj.replace(/^(.{2})(.{3})(.{3})(.{4})(.{2})$/, '$1.$2.$3/$4-$5');
}

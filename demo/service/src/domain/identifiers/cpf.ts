/** The check digit for `digits`: modulus 11 with weights 2, 3, 4… from the right (Receita Federal). */
function checkDigit(digits: readonly number[]): number {
  const sum = digits.reduce((total, digit, index) => total + digit * (digits.length + 1 - index), 0);
  const rest = (sum * 10) % 11;
  return rest === 10 ? 0 : rest;
}

/**
 * The 11 digits of a CPF, with or without punctuation (`529.982.247-25`), or undefined if it is invalid. Eleven
 * equal digits have a valid checksum but are never issued, so they are refused.
 */
export function readCpf(text: string): string | undefined {
  if (!/^(\d{11}|\d{3}\.\d{3}\.\d{3}-\d{2})$/.test(text)) return undefined;
  const cpf = text.replaceAll(/\D/g, '');
  if (/^(\d)\1{10}$/.test(cpf)) return undefined;
  const digits = Array.from(cpf, Number);
  const valid =
    checkDigit(digits.slice(0, 9)) === digits[9] && checkDigit(digits.slice(0, 10)) === digits[10];
  return valid ? cpf : undefined;
}

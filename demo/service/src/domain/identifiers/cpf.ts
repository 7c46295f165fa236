/** The check digit behind `digits`: modulus 11 with weights 2, 3, 4… from the right (Receita Federal). */
function checkDigit(digits: readonly number[]): number {
  const sum = digits.reduce((total, digit, index) => total + digit * (digits.length + 1 - index), 0);
  const rest = (sum * 10) % 11;
  return rest === 10 ? 0 : rest;
}

/**
 * The 11 digits of a CPF, written with or without its punctuation (`529.982.247-25`), or undefined when it is
 * not one. Eleven equal digits pass the sum, but are never issued.
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

// The check digits of CPF and CNPJ have their one home here. Texts may be of any length, so there are no patterns.

/** Sum of the values (ASCII − 48) times weights that repeat from the right: 2, 3, … up to `highest`. */
function checkDigit(characters: string, highest: number): string {
  let sum = 0;
  for (let at = 0; at < characters.length; at += 1) {
    const weight = ((characters.length - 1 - at) % (highest - 1)) + 2;
    sum += (characters.charCodeAt(at) - 0x30) * weight;
  }
  const rest = sum % 11;
  return rest < 2 ? '0' : String(11 - rest);
}

function hasCheckDigits(number: string, highest: number): boolean {
  const base = number.slice(0, -2);
  const first = checkDigit(base, highest);
  return number === base + first + checkDigit(base + first, highest);
}

/** Numbers of one digit only have valid check digits and are never issued. */
const isUniform = (number: string): boolean => number === number.charAt(0).repeat(number.length);

/** Whether there is nothing but ASCII digits in it, and capital letters in the first places. */
function isAlphanumeric(text: string, letters: number): boolean {
  for (let at = 0; at < text.length; at += 1) {
    const character = text.charAt(at);
    const isDigit = character >= '0' && character <= '9';
    if (!isDigit && (at >= letters || character < 'A' || character > 'Z')) return false;
  }
  return true;
}

/** Whether there is nothing but ASCII digits in it. */
export function isDigits(text: string): boolean {
  return isAlphanumeric(text, 0);
}

/** Whether it is 11 digits, whatever the check digits. */
export function hasCpfForm(number: string): boolean {
  return number.length === 11 && isDigits(number);
}

/** Whether it is 12 digits or capital letters and two digits, whatever the check digits (IN RFB 2.229/2024). */
export function hasCnpjForm(number: string): boolean {
  return number.length === 14 && isAlphanumeric(number, 12);
}

/** A CPF without punctuation: 11 digits, the last two of which match the others (modulus 11). */
export function isCpf(number: string): boolean {
  return hasCpfForm(number) && !isUniform(number) && hasCheckDigits(number, 11);
}

/** A CNPJ without punctuation, of digits or with letters. A letter's value is its ASCII code minus 48. */
export function isCnpj(number: string): boolean {
  return hasCnpjForm(number) && !isUniform(number) && hasCheckDigits(number, 9);
}

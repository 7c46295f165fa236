/** What people put between the digits of a phone number. */
const SEPARATORS = /[\s().\p{Pd}\u{2212}]/gu;

/** The 67 area codes of Brazil (Anatel, Plano de Numeração do STFC). */
const BRAZILIAN_AREA = /^([14689][1-9]|2[12478]|3[1-578]|5[1345]|7[134579])/;

/** Why a number of Brazil cannot exist. @param number what follows +55 */
function brazilianComplaint(number: string): string | undefined {
  if (!BRAZILIAN_AREA.test(number)) return 'Its area code does not exist in Brazil.';
  const local = number.slice(2);
  if (/^[2-5]\d{7}$/.test(local) || /^9\d{8}$/.test(local)) return undefined;
  if (/^[6-9]\d{7}$/.test(local))
    return 'Lacks the ninth digit: a mobile number in Brazil has nine digits after its area code, the first a 9.';
  if (local.length === 8 || local.length === 9)
    return 'Does not exist: after the area code, numbers in Brazil begin with 2 to 5 (eight digits) or with 9 (nine digits).';
  return 'Must have eight or, for a mobile phone, nine digits after the area code, as numbers in Brazil do.';
}

/** A number in international form (E.164), `+5511912345678`, from one with or without punctuation. */
export const barePhone = (text: string): string => text.replaceAll(SEPARATORS, '');

/** Why a number of `barePhone` is none; undefined if it may exist. */
export function phoneComplaint(phone: string): string | undefined {
  if (!/^\+[1-9]\d{6,14}$/.test(phone)) return 'Must be in international form, such as +5511912345678.';
  return phone.startsWith('+55') ? brazilianComplaint(phone.slice(3)) : undefined;
}

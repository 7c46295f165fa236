/** E-mail addresses and telephone numbers, read and written in one form. */
import { domainToASCII, domainToUnicode } from 'node:url';

/** In octets: of an address (RFC 5321, 4.5.3.1.3, without the brackets) and of its part before the `@` (4.5.3.1.1). */
const MAX_OCTETS = 254;
const MAX_LOCAL_OCTETS = 64;

/** `Atext` of RFC 5322, 3.2.3, and letters, marks and digits of other alphabets (RFC 6531, 3.3). */
const LOCAL = /^[\w!#$%&'*+/=?^`{|}~\p{L}\p{M}\p{N}-]+(\.[\w!#$%&'*+/=?^`{|}~\p{L}\p{M}\p{N}-]+)*$/u;

/** Two labels or more. Others than letters, marks, digits and hyphens would be decoded or mapped by IDNA. */
const DOMAIN = /^[\p{L}\p{M}\p{N}-]+(\.[\p{L}\p{M}\p{N}-]+)+$/u;

/** A label of a domain in ASCII (RFC 5321, 4.1.2; RFC 1035, 2.3.4). */
const LABEL = /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/i;

/** The domain in ASCII (IDNA), or undefined if there can be none of this name. */
function asciiDomain(domain: string): string | undefined {
  if (!DOMAIN.test(domain)) return undefined;
  const labels = domain.split('.');
  // Its last label is no number: the whole would be an IP address (WHATWG URL, 3.5).
  if (/^\d+$/.test(labels.at(-1) ?? '')) return undefined;
  const ascii = domainToASCII(domain);
  const asciiLabels = ascii.split('.');
  const isName = asciiLabels.every(label => LABEL.test(label)) && (asciiLabels.at(-1) ?? '').length > 1;
  return isName ? ascii : undefined;
}

/**
 * An e-mail address as people write it, without the blanks around it and in composed letters, or undefined if it is
 * none. Takes what SMTP takes without quotes, letters of all alphabets included (RFC 6531), at domains with a dot; a
 * domain with accents is written in its lower-case form.
 */
export function readEmail(text: string): string | undefined {
  // Longer than any address, also in decomposed letters.
  if (text.length > 4 * MAX_OCTETS) return undefined;
  const address = text.trim().normalize('NFC');
  const at = address.lastIndexOf('@');
  const local = address.slice(0, Math.max(at, 0));
  const domain = address.slice(at + 1);
  if (!LOCAL.test(local) || Buffer.byteLength(local) > MAX_LOCAL_OCTETS) return undefined;
  const ascii = asciiDomain(domain);
  if (ascii === undefined || Buffer.byteLength(`${local}@${ascii}`) > MAX_OCTETS) return undefined;
  return `${local}@${ascii.toLowerCase() === domain.toLowerCase() ? domain : domainToUnicode(ascii)}`;
}

/**
 * The spellings that an address of `readEmail` may be kept in, but for small and capital letters: with the domain as
 * people read it, and in ASCII. One where both are the same.
 */
export function mailboxSpellings(email: string): readonly [string, ...string[]] {
  const at = email.lastIndexOf('@');
  const [local, domain] = [email.slice(0, at), email.slice(at + 1)];
  const [readable, ascii] = [domainToUnicode(domain), domainToASCII(domain)];
  if (readable === ascii || readable === '' || ascii === '') return [email];
  return [`${local}@${readable}`, `${local}@${ascii}`];
}

/** One form of an address, to compare and count mailboxes by. */
export function mailboxOf(email: string): string {
  return mailboxSpellings(email)[0].toLowerCase();
}

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

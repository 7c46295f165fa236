/** CPF and CNPJ: read, written and masked for people. */
import { hasCnpjForm, hasCpfForm, isCnpj, isCpf } from '@sign-session/certificates';

/** What people put between the digits of a number: blanks, dots, slashes, hyphens and dashes. */
const SEPARATORS = /[\s./\p{Pd}\u{2212}]/gu;

/** A number without its punctuation. */
function withoutSeparators(text: string): string {
  return text.replaceAll(SEPARATORS, '');
}

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

/** Masks 11 digits as `***.982.247-**`, the form that public bodies in Brazil publish. */
export function maskCpf(cpf: string): string {
  return `***.${cpf.slice(3, 6)}.${cpf.slice(6, 9)}-**`;
}

/** Masks 14 characters as `**.ABC.345/****-**`. */
export function maskCnpj(cnpj: string): string {
  return `**.${cnpj.slice(2, 5)}.${cnpj.slice(5, 8)}/****-**`;
}

/** Whom texts name: the signer by name, or by the masked CPF or CNPJ where the integrator gave none. */
export function nameInTexts({
  name,
  cpf,
  cnpj,
}: {
  readonly name: string;
  readonly cpf?: string | undefined;
  readonly cnpj?: string | undefined;
}): string {
  return name || (cpf && maskCpf(cpf)) || (cnpj && maskCnpj(cnpj)) || '';
}

const PARTICLE = /^(?:d[aeo]s?|di|du|del|la|las|los|von|van|y|e)$/i;

/** Masks a name as `Maria da S***`: recognisable for those who know it. */
export function maskName(name: string): string {
  return name
    .trim()
    .split(/\s+/)
    .map((word, index) => (index === 0 || PARTICLE.test(word) ? word : `${Array.from(word)[0] ?? ''}***`))
    .join(' ');
}

/**
 * Masks an address as `m****@example.com`: first character and domain. The number of stars is fixed, to hide the
 * length.
 */
export function maskEmail(email: string): string {
  const at = email.lastIndexOf('@');
  return `${Array.from(email)[0] ?? ''}****${email.slice(at)}`;
}

/** Masks a number as `+55*******1234`: its first three characters and last four digits. */
export function maskPhone(phone: string): string {
  return `${phone.slice(0, 3)}*******${phone.slice(-4)}`;
}

/** Masks where a code is sent. @param channel one of `OTP_CHANNELS` */
export function maskDestination(channel: 'email' | 'sms', address: string): string {
  return channel === 'email' ? maskEmail(address) : maskPhone(address);
}

/** Masks a value that may be absent. */
export function maskOptional(value: string | undefined, mask: (value: string) => string): string | undefined {
  return value === undefined ? undefined : mask(value);
}

/** Masks an address as `203.0.113.***` or `2001:db8:1::***`, which shows the network but not the household. */
export function maskIpAddress(address: string): string {
  if (address.includes('.')) return address.replace(/\d+$/, '***');
  const [network = ''] = address.split('::');
  return `${network.split(':').slice(0, 3).join(':')}::***`;
}

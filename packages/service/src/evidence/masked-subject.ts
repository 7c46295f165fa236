import { maskCnpj, maskCpf, maskEmail, maskName } from '../domain/identifiers/masking.ts';

const CPF = /^\d{11}$/;
const CNPJ = /^[0-9A-Z]{12}\d{2}$/;

/** The attributes that ICP-Brasil fills with places and authorities, not with the holder's data. */
const SHOWN: ReadonlySet<string> = new Set(['C', 'ST', 'L', 'O', 'OU']);

/**
 * An attribute and what stands before it, in the form that `nameText` of the certificates package writes. What is
 * escaped separates nothing.
 */
const ATTRIBUTE = /(?:^|, | \+ )((?:\\.|(?!, [\w.]+=| \+ [\w.]+=)[^\\])+)/gsy;

function maskNumber(number: string): string {
  if (CPF.test(number)) return maskCpf(number);
  return CNPJ.test(number) ? maskCnpj(number) : '***';
}

/** Masks `NAME:NUMBER`, a name or an address. Company names are public. */
function maskCommonName(value: string): string {
  if (value.includes('@')) return maskEmail(value);
  const colon = value.lastIndexOf(':');
  const name = colon < 0 ? value : value.slice(0, colon);
  const number = colon < 0 ? undefined : value.slice(colon + 1).trim();
  // The first word of a masked name is shown, which a number must not be.
  const shown = /^\s*\d/.test(name) ? '***' : maskName(name);
  if (number === undefined) return shown;
  return `${CNPJ.test(number) ? name : shown}:${maskNumber(number)}`;
}

function maskAttribute(attribute: string): string {
  const equals = attribute.indexOf('=');
  if (equals < 0) return '***';
  const type = attribute.slice(0, equals);
  const value = attribute.slice(equals + 1);
  if (type === 'CN') return `CN=${maskCommonName(value)}`;
  if (type === 'emailAddress') return `${type}=${value.includes('@') ? maskEmail(value) : '***'}`;
  if (CNPJ.test(value)) return `${type}=${maskCnpj(value)}`;
  const isShown = SHOWN.has(type) && !/@|\d{11}|\d{3}\.\d{3}\.\d{3}-\d{2}/.test(value);
  return `${type}=${isShown ? value : '***'}`;
}

/**
 * Masks the holder in a certificate's subject, attribute by attribute; what is not known to be harmless is hidden.
 * @param subject such as `C=BR, O=ICP-Brasil, CN=MARIA DA SILVA:52998224725`
 */
export function maskSubject(subject: string): string {
  return Array.from(subject.matchAll(ATTRIBUTE), ([, attribute = '']) => maskAttribute(attribute)).join(', ');
}

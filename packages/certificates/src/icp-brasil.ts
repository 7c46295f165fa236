/** What ICP-Brasil writes into certificates, and the numbers in it. */
import { oid, text } from './ber-values.ts';
import { type Ber, BerError, context, contextPrimitive, expect, TAG } from './ber.ts';
import { type Certificate, EXTENSION, extensionOf, policiesOf } from './certificate.ts';

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
function isAlphanumeric(written: string, letters: number): boolean {
  for (let at = 0; at < written.length; at += 1) {
    const character = written.charAt(at);
    const isDigit = character >= '0' && character <= '9';
    if (!isDigit && (at >= letters || character < 'A' || character > 'Z')) return false;
  }
  return true;
}

/** Whether there is nothing but ASCII digits in it. */
export function isDigits(written: string): boolean {
  return isAlphanumeric(written, 0);
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

/** The holder of an ICP-Brasil certificate. Numbers without punctuation, with valid check digits. */
export interface CertificateHolder {
  readonly name: string;
  /** A company's certificate signs for the company; `responsible` is then its responsible person. */
  readonly kind: 'person' | 'company' | 'unknown';
  /** CPF of the natural person. */
  readonly cpf: string | undefined;
  readonly cnpj: string | undefined;
  readonly responsible: { readonly name: string | undefined; readonly cpf: string | undefined } | undefined;
  /** Where the number was found: the alternative name is specified, the common name is only customary. */
  readonly numberFrom: 'alternativeName' | 'commonName' | undefined;
  /** Why the certificate is refused; it has then no number. */
  readonly fault: HolderFault | undefined;
}

/** Why it can't be told who the holder is. */
export interface HolderFault {
  /** An otherName occurs twice, so that readers could take one or the other; or the names can't be read. */
  readonly code: 'duplicate-name' | 'malformed-names';
  /** OID of the otherName or of the extension. */
  readonly oid: string;
}

/** How the key is stored: A1 in a file, A3 and A4 in a device (DOC-ICP-04, 1.2). */
export interface Policy {
  readonly oid: string;
  readonly type: 'A1' | 'A2' | 'A3' | 'A4' | 'S1' | 'S2' | 'S3' | 'S4';
}

/** otherName types of DOC-ICP-04 (v8.1), annex on the SubjectAltName. */
export const OTHER_NAME = {
  personData: '2.16.76.1.3.1',
  responsibleName: '2.16.76.1.3.2',
  cnpj: '2.16.76.1.3.3',
  responsibleData: '2.16.76.1.3.4',
} as const;
const READ_NAMES: readonly string[] = Object.values(OTHER_NAME);

const POLICY_ARC = '2.16.76.1.2.';
/** What the arc behind it stands for. */
const POLICY_TYPES: Readonly<Record<string, Policy['type']>> = {
  '1': 'A1',
  '2': 'A2',
  '3': 'A3',
  '4': 'A4',
  '101': 'S1',
  '102': 'S2',
  '103': 'S3',
  '104': 'S4',
};

const NOBODY = {
  kind: 'unknown',
  cpf: undefined,
  cnpj: undefined,
  responsible: undefined,
  numberFrom: undefined,
  fault: undefined,
} as const;

/** Reads the holder from the SubjectAltName, else from a common name like `NAME:NUMBER`. */
export function readHolder(certificate: Certificate): CertificateHolder {
  const { name, number } = splitCommonName(certificate);
  const names = readOtherNames(certificate);
  if ('code' in names) return { ...NOBODY, name, fault: names };
  const company = names.get(OTHER_NAME.cnpj)?.trim() ?? '';
  if (isCnpj(company)) {
    const responsible = {
      name: names.get(OTHER_NAME.responsibleName)?.trim(),
      cpf: cpfIn(names.get(OTHER_NAME.responsibleData)),
    };
    return { ...NOBODY, name, kind: 'company', cnpj: company, responsible, numberFrom: 'alternativeName' };
  }
  const cpf = cpfIn(names.get(OTHER_NAME.personData));
  if (cpf !== undefined) return { ...NOBODY, name, kind: 'person', cpf, numberFrom: 'alternativeName' };
  if (isCpf(number)) return { ...NOBODY, name, kind: 'person', cpf: number, numberFrom: 'commonName' };
  if (isCnpj(number)) return { ...NOBODY, name, kind: 'company', cnpj: number, numberFrom: 'commonName' };
  return { ...NOBODY, name };
}

/** The ICP-Brasil policy of a certificate, if it has one: arcs 2.16.76.1.2.t.n. @throws BerError */
export function readPolicy(certificate: Certificate): Policy | undefined {
  for (const policy of policiesOf(certificate)) {
    if (!policy.startsWith(POLICY_ARC)) continue;
    const [arc = '', number] = policy.slice(POLICY_ARC.length).split('.');
    const type = number === undefined ? undefined : POLICY_TYPES[arc];
    if (type !== undefined) return { oid: policy, type };
  }
  return undefined;
}

/** The values of the otherNames above by type. A value that is no string is undefined. */
function readOtherNames(certificate: Certificate): ReadonlyMap<string, string | undefined> | HolderFault {
  const values = new Map<string, string | undefined>();
  try {
    const names = extensionOf(certificate, EXTENSION.alternativeNames);
    for (const name of names === undefined ? [] : expect(names, TAG.sequence).cursor()) {
      // otherName is [0] IMPLICIT SEQUENCE { type-id, value [0] EXPLICIT }.
      const [type, wrapped] = name.tag === context(0) ? name.children : [];
      const id = type?.tag === TAG.oid ? oid(type) : '';
      if (!READ_NAMES.includes(id)) continue;
      if (values.has(id)) return { code: 'duplicate-name', oid: id };
      values.set(id, valueIn(wrapped));
    }
  } catch (error) {
    if (error instanceof BerError) return { code: 'malformed-names', oid: EXTENSION.alternativeNames };
    throw error;
  }
  return values;
}

/** DOC-ICP-04 asks for OCTET STRING or PrintableString; other string types are found, and [0] without a type. */
function valueIn(wrapped: Ber | undefined): string | undefined {
  if (wrapped?.tag === contextPrimitive(0)) return new TextDecoder().decode(wrapped.content);
  const [value] = wrapped?.tag === context(0) ? wrapped.children : [];
  return value && text(value);
}

/**
 * The CPF from: birth date (8), CPF (11), NIS (11), RG (15), issuer. A number that is missing is all zeros; a birth date
 * may also be blank. Anything else in its place would shift the digits: those of the NIS could pass for a CPF.
 */
function cpfIn(data: string | undefined): string | undefined {
  const [birthDate, cpf] = [data?.slice(0, 8) ?? '', data?.slice(8, 19) ?? ''];
  return (isDigits(birthDate) || birthDate.trim() === '') && isCpf(cpf) ? cpf : undefined;
}

/** Splits `MARIA DA SILVA:52998224725`, Receita Federal's usual form. */
function splitCommonName({ subject }: Certificate): { readonly name: string; readonly number: string } {
  const name = subject.display;
  const at = name.lastIndexOf(':');
  const number = at === -1 ? '' : withoutPunctuation(name.slice(at + 1).trim());
  const isNumber = hasCpfForm(number) || hasCnpjForm(number);
  return isNumber ? { name: name.slice(0, at).trim(), number } : { name, number: '' };
}

/** Longest number with punctuation: `12.ABC.345/01DE-35`. */
const LONGEST_NUMBER = 18;

function withoutPunctuation(number: string): string {
  if (number.length > LONGEST_NUMBER) return '';
  return number.replaceAll('.', '').replaceAll('-', '').replaceAll('/', '');
}

import { AsnConvert, AsnProp, AsnPropTypes, AsnType, AsnTypeTypes, OctetString } from '@peculiar/asn1-schema';
import type { SubjectAlternativeName } from '@peculiar/asn1-x509';
import { textOf } from '../bytes.ts';

/** Who holds an ICP-Brasil certificate. Numbers without punctuation. */
export interface Holder {
  readonly name: string;
  /** A natural person's. */
  readonly cpf: string | undefined;
  /** A company's, for which the certificate then speaks. */
  readonly cnpj: string | undefined;
}

const PERSON_DATA = '2.16.76.1.3.1';
const CNPJ = '2.16.76.1.3.3';

/** The string types that the values are found in: DOC-ICP-04 asks for the first two. */
class StringValue {
  octets?: OctetString;
  printable?: string;
  utf8?: string;
  ia5?: string;
}
AsnType({ type: AsnTypeTypes.Choice })(StringValue);
AsnProp({ type: OctetString })(StringValue.prototype, 'octets');
AsnProp({ type: AsnPropTypes.PrintableString })(StringValue.prototype, 'printable');
AsnProp({ type: AsnPropTypes.Utf8String })(StringValue.prototype, 'utf8');
AsnProp({ type: AsnPropTypes.IA5String })(StringValue.prototype, 'ia5');

/**
 * Reads who holds a certificate: from the SubjectAltName (DOC-ICP-04, v8.1), else from a common name like
 * `NAME:NUMBER`, the Receita Federal's habit.
 */
export function readHolder(commonName: string, names: SubjectAlternativeName | undefined): Holder {
  const [, name = commonName, number = ''] = /^(.*?)\s*:([0-9A-Z./-]+)$/.exec(commonName) ?? [];
  const cnpj = filled(valueOf(names, CNPJ));
  // Birth date (8), CPF (11) and more.
  const cpf = filled(valueOf(names, PERSON_DATA)?.slice(8, 19));
  if (cnpj !== undefined) return { name, cpf: undefined, cnpj };
  if (cpf !== undefined) return { name, cpf, cnpj: undefined };
  const plain = number.replaceAll(/[./-]/g, '');
  if (/^\d{11}$/.test(plain)) return { name, cpf: plain, cnpj: undefined };
  if (/^[0-9A-Z]{12}\d{2}$/.test(plain)) return { name, cpf: undefined, cnpj: plain };
  return { name: commonName, cpf: undefined, cnpj: undefined };
}

function valueOf(names: SubjectAlternativeName | undefined, typeId: string): string | undefined {
  const found = names?.find(name => name.otherName?.typeId === typeId)?.otherName;
  if (found === undefined) return undefined;
  const { octets, printable, utf8, ia5 } = AsnConvert.parse(found.value, StringValue);
  return (printable ?? utf8 ?? ia5 ?? (octets && textOf(new Uint8Array(octets.buffer))))?.trim();
}

/** A number that is missing is all zeros. */
function filled(number: string | undefined): string | undefined {
  return number === undefined || !/^[0-9A-Z]+$/.test(number) || /^0+$/.test(number) ? undefined : number;
}

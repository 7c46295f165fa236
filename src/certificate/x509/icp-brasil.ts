import { contextPrimitive, oid, TAG, text, type Ber } from '../asn1/ber.ts';
import type { Certificate } from './certificate.ts';

/** The holder of an ICP-Brasil certificate. Numbers without punctuation. */
export interface Holder {
  readonly name: string;
  /** A company's certificate signs for the company; `responsible` is then its responsible person. */
  readonly kind: 'person' | 'company' | 'unknown';
  /** CPF of the natural person. */
  readonly cpf: string | undefined;
  readonly cnpj: string | undefined;
  readonly responsible: { readonly name: string | undefined; readonly cpf: string | undefined } | undefined;
  /** Where the number was found: the alternative name is specified, the common name is only customary. */
  readonly numberFrom: 'alternativeName' | 'commonName' | undefined;
}

/** How the key is stored: A1 in a file, A3 and A4 in a device (DOC-ICP-04, 1.2). */
export interface Policy {
  readonly oid: string;
  readonly type: 'A1' | 'A2' | 'A3' | 'A4' | 'S1' | 'S2' | 'S3' | 'S4';
}

/** otherName types of DOC-ICP-04 (v8.1), annex on the SubjectAltName. */
const OTHER_NAME = {
  personData: '2.16.76.1.3.1',
  responsibleName: '2.16.76.1.3.2',
  cnpj: '2.16.76.1.3.3',
  responsibleData: '2.16.76.1.3.4',
} as const;

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
} as const;

/** Reads the holder from the SubjectAltName, else from a common name like `NAME:NUMBER`. */
export function readHolder(certificate: Certificate): Holder {
  const names = otherNames(certificate.alternativeNames);
  const [name = '', number = ''] = splitCommonName(certificate.subjectName);
  const cnpj = filled(names.get(OTHER_NAME.cnpj));
  const cpf = cpfOf(names.get(OTHER_NAME.personData));
  if (cnpj !== undefined) {
    const responsible = {
      name: names.get(OTHER_NAME.responsibleName),
      cpf: cpfOf(names.get(OTHER_NAME.responsibleData)),
    };
    return { ...NOBODY, name, kind: 'company', cnpj, responsible, numberFrom: 'alternativeName' };
  }
  if (cpf !== undefined) return { ...NOBODY, name, kind: 'person', cpf, numberFrom: 'alternativeName' };
  if (/^\d{11}$/.test(number)) {
    return { ...NOBODY, name, kind: 'person', cpf: number, numberFrom: 'commonName' };
  }
  if (/^[0-9A-Z]{12}\d{2}$/.test(number)) {
    return { ...NOBODY, name, kind: 'company', cnpj: number, numberFrom: 'commonName' };
  }
  return { ...NOBODY, name: certificate.subjectName };
}

/** The ICP-Brasil policy of a certificate, if it has one: arcs 2.16.76.1.2.t.n. */
export function readPolicy({ policies }: Certificate): Policy | undefined {
  for (const policy of policies) {
    const [, arc = ''] = /^2\.16\.76\.1\.2\.(\d+)\.\d+/.exec(policy) ?? [];
    const type = POLICY_TYPES[arc];
    if (type !== undefined) return { oid: policy, type };
  }
  return undefined;
}

/**
 * The otherName values by type. Their strings have various types: OCTET STRING, Printable, UTF8, IA5. Malformed values
 * are ignored.
 */
function otherNames(names: readonly Ber[]): Map<string, string> {
  const values = new Map<string, string>();
  for (const name of names) {
    // otherName is [0] IMPLICIT SEQUENCE { type-id, value [0] EXPLICIT }.
    if (name.tag !== 0xa0) continue;
    const [type, wrapped] = name.children;
    const value = wrapped?.tag === contextPrimitive(0) ? wrapped : wrapped?.children[0];
    if (type?.tag === TAG.oid && value !== undefined) values.set(oid(type), text(value).trim());
  }
  return values;
}

/** The CPF from: birth date (8), CPF (11), NIS (11), RG (15), issuer. A missing number is all zeros. */
function cpfOf(data: string | undefined): string | undefined {
  const [, cpf] = /^.{8}(\d{11})/.exec(data ?? '') ?? [];
  return filled(cpf);
}

function filled(number: string | undefined): string | undefined {
  return number === undefined || !/^[0-9A-Z]+$/.test(number) || /^0+$/.test(number) ? undefined : number;
}

/** Splits `MARIA DA SILVA:52998224725`, Receita Federal's usual form. */
function splitCommonName(name: string): string[] {
  const at = name.lastIndexOf(':');
  return at === -1 ? [name] : [name.slice(0, at).trim(), name.slice(at + 1).replaceAll(/[.\-/\s]/g, '')];
}

/**
 * What ICP-Brasil certificates say of their holders, and what has to be read from them, on every side the same: by the
 * core, the widget and the service.
 */
import { der, EXTENSION, OTHER_NAME, TAG, type Bytes } from '../src/index.ts';
import { commonName, extensionDer, otherNameDer, sequence, stringDer, type StringType } from './builders.ts';

/** An otherName: its type, and its value as text of a string type or as DER; none where it is missing. */
type OtherName = readonly [type: string, value?: string | Uint8Array, stringType?: StringType];

export interface HolderCase {
  readonly name: string;
  readonly commonName: string;
  readonly commonNameType?: StringType;
  readonly otherNames: readonly OtherName[];
  /** Who the holder is, or why that can't be told. */
  readonly expected:
    | { readonly cpf: string; readonly from: 'alternativeName' | 'commonName'; readonly name?: string }
    | { readonly cnpj: string; readonly from: 'alternativeName' | 'commonName'; readonly name?: string }
    | { readonly nobody: true; readonly name?: string }
    | { readonly refused: 'duplicate-name' | 'malformed-names'; readonly oid: string };
}

export const CPF = '52998224725';
export const OTHER_CPF = '11144477735';
export const CNPJ = '11222333000181';
const CNPJ_WITH_LETTERS = '12ABC34501DE35';

/** Birth date (8), CPF (11), NIS (11), RG (15), issuer. */
export const personData = (cpf: string, birthDate = '17031985'): string =>
  `${birthDate}${cpf}00000000000000000123456789SSPSP`;

const { personData: PERSON, responsibleData: RESPONSIBLE, responsibleName, cnpj: COMPANY } = OTHER_NAME;
const NAME = 'MARIA DA SILVA';
const person = (cpf: string) => ({ cpf, from: 'alternativeName' }) as const;
const company = (cnpj: string) => ({ cnpj, from: 'alternativeName' }) as const;
const NOBODY = { nobody: true } as const;

const STRING_TYPES: readonly StringType[] = [
  'octet',
  'printable',
  'utf8',
  'ia5',
  'teletex',
  'bmp',
  'visible',
  'numeric',
  'universal',
];

function one(
  name: string,
  otherNames: readonly OtherName[],
  expected: HolderCase['expected'],
  cn: string = NAME,
): HolderCase {
  return { name, commonName: cn, otherNames, expected };
}

/** A certificate without otherNames. */
const named = (cn: string, expected: HolderCase['expected']): HolderCase =>
  one(`the common name “${cn}”`, [], expected, cn);

export const HOLDER_CASES: readonly HolderCase[] = [
  ...STRING_TYPES.flatMap(type => [
    one(`a CPF in ${type}`, [[PERSON, personData(CPF), type]], person(CPF)),
    one(`a CNPJ in ${type}`, [[COMPANY, CNPJ, type]], company(CNPJ)),
    {
      ...one(`a common name in ${type}`, [], { cpf: CPF, from: 'commonName' }, `${NAME}:${CPF}`),
      commonNameType: type === 'octet' ? 'utf8' : type,
    } as const,
  ]),

  one('a birth date of blanks', [[PERSON, personData(CPF, ' '.repeat(8))]], person(CPF)),
  one('a birth date that is missing', [[PERSON, personData(CPF, '')]], NOBODY),
  one('a blank before the birth date', [[PERSON, ` ${personData(CPF)}`]], NOBODY),
  one('nothing behind the CPF', [[PERSON, `17031985${CPF}`]], person(CPF)),
  one('blanks around a CNPJ', [[COMPANY, `  ${CNPJ} `]], company(CNPJ)),
  one(
    'a name with a blank before its number',
    [],
    { cpf: CPF, from: 'commonName', name: NAME },
    `${NAME}: ${CPF}`,
  ),
  one(
    'blanks on all sides of a number',
    [],
    { cpf: CPF, from: 'commonName', name: NAME },
    ` ${NAME} :  ${CPF}  `,
  ),

  one('a CPF of zeros', [[PERSON, personData('0'.repeat(11))]], NOBODY),
  one('a CNPJ of zeros', [[COMPANY, '0'.repeat(14)]], NOBODY),
  one('a CPF of ones', [[PERSON, personData('1'.repeat(11))]], NOBODY),
  one('a CPF with a wrong first check digit', [[PERSON, personData('52998224735')]], NOBODY),
  one('a CPF with a wrong second check digit', [[PERSON, personData('52998224726')]], NOBODY),
  one('a CPF with a letter', [[PERSON, personData('5299822472X')]], NOBODY),
  one('a CNPJ with a wrong check digit', [[COMPANY, '11222333000182']], NOBODY),
  one('a CPF of Arabic digits', [[PERSON, personData('٥٢٩٩٨٢٢٤٧٢٥'), 'utf8']], NOBODY),

  one('a CNPJ with letters', [[COMPANY, CNPJ_WITH_LETTERS]], company(CNPJ_WITH_LETTERS)),
  one('a CNPJ with letters and a wrong check digit', [[COMPANY, '12ABC34501DE36']], NOBODY),
  one('a CNPJ with small letters', [[COMPANY, '12abc34501de35']], NOBODY),
  one('a CNPJ with a letter as check digit', [[COMPANY, '12ABC34501DE3A']], NOBODY),

  one(
    'a company with its responsible person',
    [
      [RESPONSIBLE, personData(CPF)],
      [responsibleName, NAME],
      [COMPANY, CNPJ],
    ],
    { ...company(CNPJ), name: 'EMPRESA LTDA' },
    `EMPRESA LTDA:${CNPJ}`,
  ),
  one(
    'a company and a person',
    [
      [COMPANY, CNPJ],
      [PERSON, personData(CPF)],
    ],
    company(CNPJ),
  ),
  one(
    'a person and a company',
    [
      [PERSON, personData(CPF)],
      [COMPANY, CNPJ],
    ],
    company(CNPJ),
  ),
  one(
    'a company without a number and a person',
    [
      [COMPANY, '0'.repeat(14)],
      [PERSON, personData(CPF)],
    ],
    person(CPF),
  ),
  one('another number in the common name', [[PERSON, personData(CPF)]], person(CPF), `${NAME}:${OTHER_CPF}`),
  one(
    'a wrong number in the alternative name and one in the common name',
    [[PERSON, personData('52998224726')]],
    { cpf: OTHER_CPF, from: 'commonName' },
    `${NAME}:${OTHER_CPF}`,
  ),
  one(
    'names of other kinds first',
    [
      ['1.3.6.1.4.1.311.20.2.3', 'maria@example.com', 'utf8'],
      [PERSON, personData(CPF)],
    ],
    person(CPF),
  ),
  one(
    'a name of another kind twice',
    [
      ['2.16.76.1.3.5', '1'],
      ['2.16.76.1.3.5', '2'],
      [PERSON, personData(CPF)],
    ],
    person(CPF),
  ),

  one(
    'two persons',
    [
      [PERSON, personData(CPF)],
      [PERSON, personData(OTHER_CPF)],
    ],
    { refused: 'duplicate-name', oid: PERSON },
  ),
  one(
    'the same person twice',
    [
      [PERSON, personData(CPF)],
      [PERSON, personData(CPF)],
    ],
    { refused: 'duplicate-name', oid: PERSON },
  ),
  one(
    'two companies',
    [
      [COMPANY, CNPJ],
      [COMPANY, CNPJ_WITH_LETTERS],
    ],
    { refused: 'duplicate-name', oid: COMPANY },
  ),
  one(
    'two companies, one without a number',
    [
      [COMPANY, '0'.repeat(14)],
      [COMPANY, CNPJ],
    ],
    { refused: 'duplicate-name', oid: COMPANY },
  ),
  one(
    'two persons apart',
    [
      [PERSON, personData(CPF)],
      [COMPANY, CNPJ],
      [PERSON, personData(OTHER_CPF)],
    ],
    { refused: 'duplicate-name', oid: PERSON },
  ),
  one(
    'two responsible persons',
    [
      [RESPONSIBLE, personData(CPF)],
      [RESPONSIBLE, personData(OTHER_CPF)],
      [COMPANY, CNPJ],
    ],
    { refused: 'duplicate-name', oid: RESPONSIBLE },
  ),
  one('a person, and one without a value', [[PERSON], [PERSON, personData(CPF)]], {
    refused: 'duplicate-name',
    oid: PERSON,
  }),

  one('a name without a value', [[PERSON], [COMPANY, CNPJ]], company(CNPJ)),
  one('a number as INTEGER', [[PERSON, der(TAG.integer, Uint8Array.of(1))]], NOBODY),
  one('a value that is a SEQUENCE', [[COMPANY, sequence(stringDer('printable', CNPJ))]], NOBODY),
  one('a value that is cut off', [[PERSON, Uint8Array.of(0x13, 0x20, 0x31)]], {
    refused: 'malformed-names',
    oid: EXTENSION.alternativeNames,
  }),

  named(`${NAME}:${CPF}`, { cpf: CPF, from: 'commonName', name: NAME }),
  named(`${NAME}:529.982.247-25`, { cpf: CPF, from: 'commonName', name: NAME }),
  named(`EMPRESA LTDA:${CNPJ}`, { cnpj: CNPJ, from: 'commonName', name: 'EMPRESA LTDA' }),
  named('EMPRESA LTDA:12.ABC.345/01DE-35', {
    cnpj: CNPJ_WITH_LETTERS,
    from: 'commonName',
    name: 'EMPRESA LTDA',
  }),
  named(`AC: ${NAME}:${CPF}`, { cpf: CPF, from: 'commonName', name: `AC: ${NAME}` }),
  named(`${NAME}:52998224726`, { nobody: true, name: NAME }),
  named(`${NAME}:00000000000`, { nobody: true, name: NAME }),
  named(`${NAME}:5299822472`, { nobody: true, name: `${NAME}:5299822472` }),
  named(`${NAME} ${CPF}`, { nobody: true, name: `${NAME} ${CPF}` }),
  named(CPF, { nobody: true, name: CPF }),
  named(`:${CPF}`, { cpf: CPF, from: 'commonName', name: '' }),
  named('ACME: LTDA', { nobody: true, name: 'ACME: LTDA' }),
  named('', { nobody: true, name: '' }),
];

/** The subject of a case. */
export function subjectDer({ commonName: text, commonNameType = 'utf8' }: HolderCase): Bytes {
  return commonName(text, commonNameType);
}

/** The content of the SubjectAltName of a case; undefined where there is none. */
function alternativeNamesDer({ otherNames }: HolderCase): Bytes | undefined {
  if (otherNames.length === 0) return undefined;
  return sequence(
    ...otherNames.map(([type, value, stringType = 'octet']) =>
      otherNameDer(
        type,
        ...(value === undefined ? [] : [typeof value === 'string' ? stringDer(stringType, value) : value]),
      ),
    ),
  );
}

/** The SubjectAltName extension of a case, if it has one. */
export function alternativeNamesExtension(holderCase: HolderCase): Bytes[] {
  const value = alternativeNamesDer(holderCase);
  return value === undefined ? [] : [extensionDer(EXTENSION.alternativeNames, value)];
}

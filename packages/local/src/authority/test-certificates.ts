/** Whose certificates the test authority issues, and what is special about each. */
import type { Bytes } from '@sign-session/certificates';
import {
  companyAlternativeNames,
  type CompanyHolder,
  personAlternativeNames,
  type PersonHolder,
} from '../../../service/src/pki/issue-certificate.ts';

/** The password of every test file, shown on the page that offers them. */
export const TEST_PASSWORD = 'Senha#123';

/** One of the A1 files that QA signs with. */
export interface TestCertificate {
  /** File name without its extension. */
  readonly name: string;
  readonly cpf?: string;
  readonly cnpj?: string;
  /** `NAME:NUMBER`, the Receita Federal's form. */
  readonly commonName: string;
  /** DER of the SubjectAltName extension's value. */
  readonly alternativeNames: () => Bytes;
  readonly key: 'RSA-2048' | 'RSA-1024' | 'P-256';
  /** Start and end of its validity, in years from its creation. */
  readonly validity: readonly [number, number];
  readonly revoked?: true;
  /** Default: as current software writes it. */
  readonly encryption?: 'legacy';
}

/** A fictitious person. The numbers are common documentation samples. */
const MARIA: PersonHolder = {
  name: 'MARIA DA SILVA TESTE',
  birthDate: '17031985',
  cpf: '52998224725',
  email: 'maria@sign-session.invalid',
};
const JOAO: PersonHolder = {
  name: 'JOAO PEREIRA TESTE',
  birthDate: '01011990',
  cpf: '11144477735',
  email: 'joao@sign-session.invalid',
};
const COMPANY: CompanyHolder = {
  businessName: 'EMPRESA DE TESTE LTDA',
  cnpj: '11222333000181',
  email: 'empresa@sign-session.invalid',
  responsible: MARIA,
};

/** Valid, expired and future certificates must stay so although the clock can be moved by four years. */
export const NOW: TestCertificate['validity'] = [-6, 6];
export const PAST: TestCertificate['validity'] = [-6, -5];
const FUTURE: TestCertificate['validity'] = [5, 6];

type TestHolder = Pick<TestCertificate, 'cpf' | 'cnpj' | 'commonName' | 'alternativeNames'>;

function personal(holder: PersonHolder): TestHolder {
  const { name, cpf } = holder;
  return { cpf, commonName: `${name}:${cpf}`, alternativeNames: () => personAlternativeNames(holder) };
}

function business(holder: CompanyHolder): TestHolder {
  const { businessName: name, cnpj } = holder;
  return { cnpj, commonName: `${name}:${cnpj}`, alternativeNames: () => companyAlternativeNames(holder) };
}

/** Somebody of whom the test authority knows nothing but the number. */
function unknownHolder(number: string): TestHolder {
  const name = 'TITULAR DE TESTE';
  const email = 'titular@sign-session.invalid';
  return number.length === 11
    ? personal({ name, birthDate: '01011980', cpf: number, email })
    : business({ ...COMPANY, businessName: name, cnpj: number, email });
}

/** The names of a certificate in the test cloud. @param number CPF or CNPJ */
export function cloudHolder(number: string): TestHolder {
  const known = [personal(MARIA), personal(JOAO), business(COMPANY)];
  return known.find(({ cpf, cnpj }) => number === cpf || number === cnpj) ?? unknownHolder(number);
}

/** Whose certificate the test cloud opens when QA asks for somebody else's. */
export function otherHolder(number: string): string {
  return number === JOAO.cpf ? MARIA.cpf : JOAO.cpf;
}

/** In the order in which they are offered: the valid one first. */
export const TEST_CERTIFICATES: readonly TestCertificate[] = [
  { name: 'good', ...personal(MARIA), key: 'RSA-2048', validity: NOW },
  { name: 'legacy', ...personal(MARIA), key: 'RSA-2048', validity: NOW, encryption: 'legacy' },
  { name: 'ec', ...personal(MARIA), key: 'P-256', validity: NOW },
  { name: 'ecnpj', ...business(COMPANY), key: 'RSA-2048', validity: NOW },
  { name: 'other-cpf', ...personal(JOAO), key: 'RSA-2048', validity: NOW },
  { name: 'expired', ...personal(MARIA), key: 'RSA-2048', validity: PAST },
  { name: 'not-yet-valid', ...personal(MARIA), key: 'RSA-2048', validity: FUTURE },
  { name: 'revoked', ...personal(MARIA), key: 'RSA-2048', validity: NOW, revoked: true },
  { name: 'weak', ...personal(MARIA), key: 'RSA-1024', validity: NOW },
];

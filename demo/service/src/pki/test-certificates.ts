import { companyAlternativeNames, personAlternativeNames } from './icp-brasil-names.ts';
import type { CompanyHolder, PersonHolder } from './icp-brasil-names.ts';

/** Opens every test file, here and on the page that offers them. */
export const TEST_PASSWORD = 'Senha#123';

/** One of the A1 files that QA signs with. */
export interface TestCertificate {
  /** Of the file, without its ending. */
  readonly name: string;
  readonly cpf?: string;
  readonly cnpj?: string;
  /** `NAME:NUMBER`, as the Receita Federal writes it. */
  readonly commonName: string;
  /** DER of the SubjectAltName extension's value. */
  readonly alternativeNames: () => ArrayBuffer;
  readonly key: 'RSA-2048' | 'RSA-1024' | 'P-256';
  /** Years from the making: the first and the last of its validity. */
  readonly validity: readonly [number, number];
  readonly revoked?: true;
  /** Default: as present programs write it. */
  readonly encryption?: 'legacy';
}

/** Nobody real: the numbers are the usual samples of documentation. */
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

/** The clock may be moved by four years either way: what is valid has to stay so, and what is not as well. */
const NOW: TestCertificate['validity'] = [-6, 6];
const PAST: TestCertificate['validity'] = [-6, -5];
const FUTURE: TestCertificate['validity'] = [5, 6];

function personal(holder: PersonHolder): Pick<TestCertificate, 'cpf' | 'commonName' | 'alternativeNames'> {
  const { name, cpf } = holder;
  return { cpf, commonName: `${name}:${cpf}`, alternativeNames: () => personAlternativeNames(holder) };
}

/** In the order that they are offered in: the one that works first. */
export const TEST_CERTIFICATES: readonly TestCertificate[] = [
  { name: 'good', ...personal(MARIA), key: 'RSA-2048', validity: NOW },
  { name: 'legacy', ...personal(MARIA), key: 'RSA-2048', validity: NOW, encryption: 'legacy' },
  { name: 'ec', ...personal(MARIA), key: 'P-256', validity: NOW },
  {
    name: 'ecnpj',
    cnpj: COMPANY.cnpj,
    commonName: `${COMPANY.businessName}:${COMPANY.cnpj}`,
    alternativeNames: () => companyAlternativeNames(COMPANY),
    key: 'RSA-2048',
    validity: NOW,
  },
  { name: 'other-cpf', ...personal(JOAO), key: 'RSA-2048', validity: NOW },
  { name: 'expired', ...personal(MARIA), key: 'RSA-2048', validity: PAST },
  { name: 'not-yet-valid', ...personal(MARIA), key: 'RSA-2048', validity: FUTURE },
  { name: 'revoked', ...personal(MARIA), key: 'RSA-2048', validity: NOW, revoked: true },
  { name: 'weak', ...personal(MARIA), key: 'RSA-1024', validity: NOW },
];

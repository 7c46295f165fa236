import {
  context,
  contextPrimitive,
  der,
  OTHER_NAME as READ_NAMES,
  oidDer,
  TAG,
  type Bytes,
} from '@sign-session/certificates';

/** The person responsible for a company's certificate (DOC-ICP-04). */
export interface ResponsiblePerson {
  name: string;
  /** ddmmyyyy */
  birthDate: string;
  /** 11 digits */
  cpf: string;
}

export interface CompanyHolder {
  businessName: string;
  /** 14 characters */
  cnpj: string;
  email: string;
  responsible: ResponsiblePerson;
}

export interface PersonHolder {
  name: string;
  /** ddmmyyyy */
  birthDate: string;
  /** 11 digits */
  cpf: string;
  email: string;
}

const OTHER_NAME = {
  ...READ_NAMES,
  voter: '2.16.76.1.3.5',
  personCei: '2.16.76.1.3.6',
  companyCei: '2.16.76.1.3.7',
  businessName: '2.16.76.1.3.8',
} as const;

/** A fictitious A1 policy OID: in the right arc for parsers, but not assigned to any authority. */
const A1_TEST_POLICY = '2.16.76.1.2.1.9999';

const NIS_ABSENT = '0'.repeat(11);
const RG_ABSENT = '0'.repeat(15);
const CEI_ABSENT = '0'.repeat(12);
/** Number (12), zone (3) and section (4). */
const VOTER_ABSENT = '0'.repeat(19);

/**
 * The subject alternative names of an e-CPF (DOC-ICP-04): birth date, CPF, NIS and RG, CEI and voter registration.
 * @returns DER of the SubjectAltName extension's value
 */
export function personAlternativeNames({ birthDate, cpf, email }: PersonHolder): Bytes {
  return der(
    TAG.sequence,
    otherName(OTHER_NAME.personData, `${birthDate}${cpf}${NIS_ABSENT}${RG_ABSENT}`),
    otherName(OTHER_NAME.personCei, CEI_ABSENT),
    otherName(OTHER_NAME.voter, VOTER_ABSENT),
    mailName(email),
  );
}

/**
 * The subject alternative names of an e-CNPJ (DOC-ICP-04): the responsible person's name, the CNPJ, the responsible
 * person's data (birth date, CPF, NIS, RG; missing numbers are zero-filled), the CEI and the business name, each as
 * an `otherName` with an OCTET STRING.
 * @returns DER of the SubjectAltName extension's value
 */
export function companyAlternativeNames(holder: CompanyHolder): Bytes {
  const { responsible } = holder;
  return der(
    TAG.sequence,
    otherName(OTHER_NAME.responsibleName, responsible.name),
    otherName(OTHER_NAME.cnpj, holder.cnpj),
    otherName(
      OTHER_NAME.responsibleData,
      `${responsible.birthDate}${responsible.cpf}${NIS_ABSENT}${RG_ABSENT}`,
    ),
    otherName(OTHER_NAME.companyCei, CEI_ABSENT),
    otherName(OTHER_NAME.businessName, holder.businessName),
    mailName(holder.email),
  );
}

/** DER of a CertificatePolicies value. @param policy OID; default: the test A1 policy */
export function certificatePolicies(policy = A1_TEST_POLICY): Bytes {
  return der(TAG.sequence, der(TAG.sequence, oidDer(policy)));
}

/** GeneralName: `[0] { type-id, value [0] EXPLICIT }`. */
function otherName(type: string, value: string): Bytes {
  const octets = der(TAG.octetString, Buffer.from(value));
  return der(context(0), oidDer(type), der(context(0), octets));
}

/** GeneralName: `rfc822Name [1] IA5String`. */
function mailName(address: string): Bytes {
  return der(contextPrimitive(1), Buffer.from(address, 'latin1'));
}

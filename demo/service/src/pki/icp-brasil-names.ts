import { AsnConvert, OctetString } from '@peculiar/asn1-schema';
import { CertificatePolicies, GeneralName, OtherName, PolicyInformation } from '@peculiar/asn1-x509';
import { SubjectAlternativeName } from '@peculiar/asn1-x509';

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
  personData: '2.16.76.1.3.1',
  responsibleName: '2.16.76.1.3.2',
  cnpj: '2.16.76.1.3.3',
  responsibleData: '2.16.76.1.3.4',
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
export function personAlternativeNames({ birthDate, cpf, email }: PersonHolder): ArrayBuffer {
  const names = [
    otherName(OTHER_NAME.personData, `${birthDate}${cpf}${NIS_ABSENT}${RG_ABSENT}`),
    otherName(OTHER_NAME.personCei, CEI_ABSENT),
    otherName(OTHER_NAME.voter, VOTER_ABSENT),
    new GeneralName({ rfc822Name: email }),
  ];
  return AsnConvert.serialize(new SubjectAlternativeName(names));
}

/**
 * The subject alternative names of an e-CNPJ (DOC-ICP-04): the responsible person's name, the CNPJ, the responsible
 * person's data (birth date, CPF, NIS, RG; missing numbers are zero-filled), the CEI and the business name, each as
 * an `otherName` with an OCTET STRING.
 * @returns DER of the SubjectAltName extension's value
 */
export function companyAlternativeNames(holder: CompanyHolder): ArrayBuffer {
  const { responsible } = holder;
  const names = [
    otherName(OTHER_NAME.responsibleName, responsible.name),
    otherName(OTHER_NAME.cnpj, holder.cnpj),
    otherName(
      OTHER_NAME.responsibleData,
      `${responsible.birthDate}${responsible.cpf}${NIS_ABSENT}${RG_ABSENT}`,
    ),
    otherName(OTHER_NAME.companyCei, CEI_ABSENT),
    otherName(OTHER_NAME.businessName, holder.businessName),
    new GeneralName({ rfc822Name: holder.email }),
  ];
  return AsnConvert.serialize(new SubjectAlternativeName(names));
}

/** DER of a CertificatePolicies value with the test A1 policy. */
export function a1Policies(): ArrayBuffer {
  const policy = new PolicyInformation({ policyIdentifier: A1_TEST_POLICY });
  return AsnConvert.serialize(new CertificatePolicies([policy]));
}

function otherName(typeId: string, value: string): GeneralName {
  const octets = new OctetString(new TextEncoder().encode(value));
  return new GeneralName({ otherName: new OtherName({ typeId, value: AsnConvert.serialize(octets) }) });
}

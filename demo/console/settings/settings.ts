/** The settings of the form, and the signers that it offers. */
import type { SampleDocument } from '../sample-pdf/sample-documents.ts';
import { DEFAULT_VALUES, SIGNER_POINTERS } from './fields.ts';

/** Values of the signer's fields, in their order. */
interface TestSigner {
  /** Its name in addresses. */
  readonly id: string;
  readonly label: string;
  readonly values: readonly [name: string, cpf: string, cnpj: string, email: string, birthDate: string];
}

const person = (cpf: string): TestSigner['values'] => [
  'MARIA DA SILVA',
  cpf,
  '',
  'maria@example.com',
  '1985-03-17',
];

/** Test signers. The service's local checks give fixed results for the CPFs of the last ones. */
export const TEST_SIGNERS: readonly TestSigner[] = [
  { id: 'person', label: 'A person (CPF)', values: person('529.982.247-25') },
  {
    id: 'company',
    label: 'A company (CNPJ only)',
    values: ['PADARIA AURORA LTDA', '', '11.222.333/0001-81', 'contato@example.com', ''],
  },
  {
    id: 'letters',
    label: 'A company (CNPJ with letters)',
    values: ['OFICINA HORIZONTE LTDA', '', '12.ABC.345/01DE-35', 'contato@example.com', ''],
  },
  {
    id: 'long-name',
    label: 'A very long name',
    values: [
      'JOAQUINA APARECIDA DE ALCÂNTARA E SOUZA CAVALCANTI DE ALBUQUERQUE-WANDERLEY',
      '390.533.447-05',
      '',
      'joaquina@example.com',
      '1950-01-31',
    ],
  },
  { id: 'wrong-cpf', label: 'Refused: wrong check digits', values: person('529.982.247-26') },
  { id: 'face-differs', label: 'Face does not match', values: person('111.444.777-35') },
  { id: 'base-differs', label: 'Government base: another face', values: person('123.456.789-09') },
  { id: 'base-down', label: 'Government base: no answer', values: person('987.654.321-00') },
  { id: 'base-slow', label: 'Government base: answers after 6 s', values: person('000.000.001-91') },
  { id: 'nothing-matches', label: 'Face and document photo do not match', values: person('222.333.444-05') },
];

/** What the session is about. */
export type Subject = 'document' | 'batch' | 'envelope' | 'action';

export const SUBJECTS: readonly (readonly [Subject, string])[] = [
  ['document', 'A document'],
  ['batch', 'Three documents, signed together (batch)'],
  ['envelope', 'A document, by several signers (envelope)'],
  ['action', 'An action (trust session)'],
];

/** The document that is sent: a sample, or a file that QA selects. */
export type SampleName = SampleDocument | 'file';

export const SAMPLES: readonly (readonly [SampleName, string])[] = [
  ['1', 'Sample contract, 1 page'],
  ['4', 'Sample contract, 4 pages'],
  ['50', 'Sample contract, 50 pages'],
  ['damaged', 'Damaged: the end is missing'],
  ['encrypted', 'Encrypted'],
  ['scripted', 'Hostile: with scripts in it'],
  ['file', 'A file…'],
];

/** The test signer of data that was edited by hand. */
export const OWN_SIGNER = 'own';

/** All inputs of the form. */
export interface Settings {
  readonly subject: Subject;
  readonly sample: SampleName;
  /** Of `TEST_SIGNERS`, or `OWN_SIGNER`. */
  readonly testSigner: string;
  /** The texts of the form's fields, by the JSON Pointer of the request's member. */
  readonly values: Readonly<Record<string, string>>;
}

export const DEFAULT_SETTINGS: Settings = {
  subject: 'document',
  sample: '1',
  testSigner: TEST_SIGNERS[0]?.id ?? OWN_SIGNER,
  values: DEFAULT_VALUES,
};

/** The settings with another signer; an unknown id changes nothing. */
export function withTestSigner(settings: Settings, id: string): Settings {
  const signer = TEST_SIGNERS.find(known => known.id === id);
  if (signer === undefined) return settings;
  const fields = SIGNER_POINTERS.map((pointer, index) => [pointer, signer.values[index] ?? '']);
  return { ...settings, testSigner: id, values: { ...settings.values, ...Object.fromEntries(fields) } };
}

/** The settings with another text in a field. Editing the signer's data selects `OWN_SIGNER`. */
export function withValue(settings: Settings, pointer: string, value: string): Settings {
  const testSigner = SIGNER_POINTERS.includes(pointer) ? OWN_SIGNER : settings.testSigner;
  return { ...settings, testSigner, values: { ...settings.values, [pointer]: value } };
}

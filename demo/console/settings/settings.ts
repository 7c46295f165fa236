import type { SampleDocument } from '../sample-pdf/sample-documents.ts';
import { SIGNER_POINTERS, DEFAULT_VALUES } from './fields.ts';
import { TEST_SIGNERS } from './test-signers.ts';

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

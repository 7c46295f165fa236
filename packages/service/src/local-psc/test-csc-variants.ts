/** How one of the test providers with the API of the Cloud Signature Consortium behaves, as data. */
export interface CscVariant {
  readonly id: string;
  readonly name: string;
  readonly specs: '2.2.0.0' | '2.0.0.2';
  /** Whether the authorisation server is described by metadata, and takes pushed requests; else it is at a base. */
  readonly hasMetadata: boolean;
  /** Whether it takes `authorization_details`; else query parameters. */
  readonly takesDetails: boolean;
  /** Whether the list of credentials has their details; else each is asked for. */
  readonly listsDetails: boolean;
  readonly algorithms: readonly string[];
  /** How the level of control is named: the specification and some implementations differ. */
  readonly levelName: 'SCAL' | 'scal';
}

export const CSC_VARIANTS: readonly CscVariant[] = [
  {
    id: 'csc',
    name: 'CSC 2.2 (teste)',
    specs: '2.2.0.0',
    hasMetadata: true,
    takesDetails: true,
    listsDetails: true,
    algorithms: ['1.2.840.113549.1.1.11', '1.2.840.113549.1.1.1'],
    levelName: 'SCAL',
  },
  {
    id: 'csc-2-0',
    name: 'CSC 2.0 (teste)',
    specs: '2.0.0.2',
    hasMetadata: false,
    takesDetails: false,
    listsDetails: false,
    algorithms: ['1.2.840.113549.1.1.1'],
    levelName: 'scal',
  },
];

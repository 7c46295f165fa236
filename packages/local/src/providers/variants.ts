/** In what the test providers differ, as the real ones do. */
import type { PscVariantName } from '../../../service/src/cloud-certificates/providers.ts';

/** How one of the test providers behaves: where the real ones differ, as data. */
export interface TestVariant {
  readonly id: PscVariantName;
  readonly name: string;
  readonly prefix: string;
  readonly hashEncoding: 'base64' | 'hex';
  /** How certificates are written. */
  readonly certificates: 'pem' | 'der';
  /** Whether long base64 is broken into lines, as MIME does, with CRLF. */
  readonly breaksLines: boolean;
  /** What signatures are written in. */
  readonly signatureEncoding: 'base64' | 'hex';
  /** Whether a request for signatures has to name the certificate; others refuse the member. */
  readonly takesAlias: boolean;
  /** Whether signatures come in another order than the hashes. */
  readonly reversesOrder: boolean;
  /** Whether the list of certificates also has an entry without an alias and an expired certificate. */
  readonly listsOthers: boolean;
  /** OAuth's error when the signer says no. */
  readonly denial: 'access_denied' | 'user_denied';
  /** What errors look like. */
  readonly errors: 'oauth' | 'problem' | 'message';
  /** What `user-discovery` answers for somebody it knows. */
  readonly known: 'S' | 'Y';
  /** Hashes that one request may have. */
  readonly mostSignatures: number;
  /** The longest life of a token, in seconds, whatever is asked for. */
  readonly longestLife: number;
}

const COMMON = {
  prefix: '/v0/oauth',
  hashEncoding: 'base64',
  certificates: 'der',
  breaksLines: false,
  signatureEncoding: 'base64',
  takesAlias: true,
  reversesOrder: false,
  listsOthers: false,
  denial: 'access_denied',
  errors: 'oauth',
  known: 'S',
  mostSignatures: 20,
  longestLife: 604_800,
} as const;

/** Named after the providers whose differences they have; no one of them is any of these companies. */
export const TEST_VARIANTS: readonly TestVariant[] = [
  { ...COMMON, id: 'vidaas', name: 'VIDaaS (teste)', breaksLines: true, reversesOrder: true },
  {
    ...COMMON,
    id: 'birdid',
    name: 'BirdID (teste)',
    hashEncoding: 'hex',
    errors: 'problem',
    listsOthers: true,
  },
  {
    ...COMMON,
    id: 'safeid',
    name: 'SafeID (teste)',
    prefix: '/Service/Microservice/OAuth/api/v0/oauth',
    hashEncoding: 'hex',
    denial: 'user_denied',
    errors: 'message',
    longestLife: 120,
  },
  {
    ...COMMON,
    id: 'neoid',
    name: 'NeoID (teste)',
    prefix: '/psc/v0/oauth',
    certificates: 'pem',
    takesAlias: false,
    mostSignatures: 5,
  },
  {
    ...COMMON,
    id: 'remoteid',
    name: 'RemoteID (teste)',
    hashEncoding: 'hex',
    signatureEncoding: 'hex',
    known: 'Y',
    breaksLines: true,
  },
];

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

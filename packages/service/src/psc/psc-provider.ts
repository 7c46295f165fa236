import type { ClientCertificate } from './mutual-tls.ts';

/** How hashes are written in a request for signatures. */
export const HASH_ENCODINGS = ['base64', 'hex'] as const;

/** How a provider's interface differs from the others' (DOC-ICP-17.01, 6.4, and the providers' manuals). */
export interface PscVariant {
  /** The path of its OAuth resources, such as `/v0/oauth`. */
  readonly prefix: string;
  readonly hashEncoding: (typeof HASH_ENCODINGS)[number];
  /** Whether a request for signatures names the certificate. */
  readonly sendsAlias: boolean;
  /** Whether it names the padding of RAW signatures. */
  readonly sendsPadding: boolean;
  /** Signatures that one request may ask for. */
  readonly mostSignatures: number;
}

/**
 * The known providers. RemoteID publishes no prefix: its own has to be configured. SafeID, BirdID and RemoteID take
 * hexadecimal, the others base64. NeoID takes 5 hashes in a request and VIDaaS 20; of the others no limit is published.
 */
export const PSC_VARIANTS = {
  vidaas: {
    prefix: '/v0/oauth',
    hashEncoding: 'base64',
    sendsAlias: true,
    sendsPadding: true,
    mostSignatures: 20,
  },
  birdid: {
    prefix: '/v0/oauth',
    hashEncoding: 'hex',
    sendsAlias: true,
    sendsPadding: false,
    mostSignatures: 20,
  },
  safeid: {
    prefix: '/Service/Microservice/OAuth/api/v0/oauth',
    hashEncoding: 'hex',
    sendsAlias: true,
    sendsPadding: false,
    mostSignatures: 20,
  },
  neoid: {
    prefix: '/psc/v0/oauth',
    hashEncoding: 'base64',
    sendsAlias: false,
    sendsPadding: false,
    mostSignatures: 5,
  },
  remoteid: {
    prefix: '/v0/oauth',
    hashEncoding: 'hex',
    sendsAlias: true,
    sendsPadding: false,
    mostSignatures: 20,
  },
} as const satisfies Record<string, PscVariant>;

export type PscVariantName = keyof typeof PSC_VARIANTS;

/** A provider of cloud certificates (PSC), as the operator configured it. */
export interface PscProvider extends PscVariant {
  readonly protocol: 'psc';
  /** For requests and the signer's device, for example `vidaas`. */
  readonly id: string;
  /** For signers. */
  readonly name: string;
  /** Origin, and a path if the prefix follows one; without a trailing slash. */
  readonly address: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** Where the provider wants one. */
  readonly clientCertificate?: ClientCertificate;
}

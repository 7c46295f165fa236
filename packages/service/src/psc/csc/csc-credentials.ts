import * as z from 'zod';
import { readableCertificates, type CertificateFacts } from '@sign-session/certificates';
import type { CloudCertificate } from '../psc-certificates.ts';

/** More than anybody has. */
const MOST_CREDENTIALS = 50;

const ID = z.string().min(1).max(1000);

/** What `credentials/info` answers, and a list with details. */
const credential = z.object({
  key: z.object({ status: z.string().optional(), algo: z.array(z.string()) }),
  cert: z.object({ certificates: z.array(z.string()).max(10) }),
  auth: z.object({ mode: z.string() }).nullish(),
  multisign: z.number().nullish(),
});

const listAnswer = z.object({
  credentialIDs: z.array(ID).max(MOST_CREDENTIALS),
  credentialInfos: z.array(z.unknown()).max(MOST_CREDENTIALS).nullish(),
});

const withId = z.object({ credentialID: ID });

/** The credentials of a list. @returns undefined when it is none */
export function listIn(
  answer: unknown,
):
  { readonly ids: readonly string[]; readonly details: readonly CloudCertificate[] | undefined } | undefined {
  const { data } = listAnswer.safeParse(answer);
  if (data === undefined) return undefined;
  const details = data.credentialInfos?.flatMap(info => {
    const { data: named } = withId.safeParse(info);
    return named === undefined ? [] : credentialIn(info, named.credentialID);
  });
  return { ids: data.credentialIDs, details };
}

/** A credential with its certificate, as a list of one; empty for one that has none, or can't be read. */
export function credentialIn(answer: unknown, credentialID: string): CloudCertificate[] {
  const { data } = credential.safeParse(answer);
  if (data === undefined) return [];
  const ders = data.cert.certificates.map(text => new Uint8Array(Buffer.from(text, 'base64')));
  const [certificate, ...issuers] = readableCertificates(ders);
  if (certificate === undefined) return [];
  const mostSignatures = data.multisign ?? 1;
  return [
    {
      alias: credentialID,
      certificate,
      issuers,
      use: { signAlgo: signAlgoOf(data, certificate), mostSignatures },
    },
  ];
}

/** RSASSA-PKCS1-v1_5 and ECDSA, each over SHA-256. A bare RSA key is told the hash's algorithm beside it. */
const ALGORITHMS = {
  RSA: ['1.2.840.113549.1.1.11', '1.2.840.113549.1.1.1'],
  EC: ['1.2.840.10045.4.3.2'],
  other: [],
} as const satisfies Record<CertificateFacts['publicKey']['type'], readonly string[]>;

/**
 * Only keys that their holder unlocks on the provider's own page: in the other modes this service would have to ask for
 * a PIN or a password.
 */
function signAlgoOf(
  { key, auth }: z.output<typeof credential>,
  { publicKey }: CertificateFacts,
): string | undefined {
  if (auth?.mode !== 'oauth2code' || key.status === 'disabled') return undefined;
  return ALGORITHMS[publicKey.type].find(algorithm => key.algo.includes(algorithm));
}

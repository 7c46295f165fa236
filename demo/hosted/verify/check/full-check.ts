import * as z from 'zod/mini';
import type { FileCheck, SignatureFinding } from './file-check.ts';

/** What the service says beyond what the device could check. */
const answerShape = z.object({
  signatures: z.array(
    z.object({
      indication: z.enum(['TOTAL-PASSED', 'INDETERMINATE', 'TOTAL-FAILED']),
      subIndication: z.optional(z.string()),
      chain: z.object({ trusted: z.boolean() }),
      revocation: z.object({ status: z.enum(['good', 'revoked', 'unknown', 'not-stated']) }),
    }),
  ),
});

/** Whether there is something that the service may find out, and the device could not. */
export function isIncomplete(check: FileCheck): boolean {
  if (check.kind !== 'pdf') return false;
  return check.signatures.some(({ chainTrusted, revocation }) => chainTrusted && revocation === 'unknown');
}

/**
 * Has the service check a file, which is sent to it.
 * @returns the check with what the service found; undefined where it did not answer
 */
export async function fullCheck(file: Blob, check: FileCheck): Promise<FileCheck | undefined> {
  if (check.kind !== 'pdf') return undefined;
  try {
    const response = await fetch('/v1/verify/document', {
      method: 'POST',
      credentials: 'omit',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ content: await base64Of(file) }),
    });
    const { signatures } = answerShape.parse(await response.json());
    // Both find the same signatures in the same order; what differs was not of this file.
    if (signatures.length !== check.signatures.length) return undefined;
    return {
      ...check,
      signatures: check.signatures.map((finding, index) => merged(finding, signatures[index])),
    };
  } catch {
    return undefined;
  }
}

type Answered = z.output<typeof answerShape>['signatures'][number];

function merged(finding: SignatureFinding, answer: Answered | undefined): SignatureFinding {
  if (answer === undefined) return finding;
  const { indication, subIndication, chain, revocation } = answer;
  return {
    ...finding,
    indication,
    subIndication: SUB_INDICATIONS.find(known => known === subIndication),
    chainTrusted: chain.trusted,
    revocation: revocation.status,
  };
}

/** Of ETSI EN 319 102-1, as far as the page has words for them; every other one is “not accepted”. */
const SUB_INDICATIONS = [
  'FORMAT_FAILURE',
  'HASH_FAILURE',
  'SIG_CRYPTO_FAILURE',
  'GENERIC',
  'CRYPTO_CONSTRAINTS_FAILURE',
  'NO_SIGNING_CERTIFICATE_FOUND',
  'NO_CERTIFICATE_CHAIN_FOUND',
  'CERTIFICATE_CHAIN_GENERAL_FAILURE',
  'SIG_CONSTRAINTS_FAILURE',
  'NOT_YET_VALID',
  'EXPIRED',
  'OUT_OF_BOUNDS_NO_POE',
  'REVOKED_NO_POE',
  'REVOKED_CA_NO_POE',
  'REVOKED',
  'TRY_LATER',
] as const satisfies readonly SignatureFinding['subIndication'][];

async function base64Of(file: Blob): Promise<string> {
  const address = await new Promise<string>((resolve, reject) => {
    const reader = new FileReader();
    reader.addEventListener('load', () => resolve(typeof reader.result === 'string' ? reader.result : ''));
    reader.addEventListener('error', () => reject(new TypeError('The file cannot be read.')));
    reader.readAsDataURL(file);
  });
  return address.slice(address.indexOf(',') + 1);
}

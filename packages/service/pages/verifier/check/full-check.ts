import type { components } from '../../../interface.d.ts';
import type { FileCheck, SignatureFinding } from './file-check.ts';

/** Whether the service may find out more than the device could. */
export function isIncomplete(check: FileCheck): boolean {
  if (check.kind !== 'pdf') return false;
  return check.signatures.some(({ chainTrusted, revocation }) => chainTrusted && revocation === 'unknown');
}

/**
 * Sends a file to the service to check it.
 * @returns the check with the service's results; undefined if it did not answer
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
    if (!response.ok) return undefined;
    const { signatures }: components['schemas']['DocumentVerification'] = await response.json();
    // Both find the same signatures in the same order, so another count is of another file.
    if (signatures.length !== check.signatures.length) return undefined;
    return {
      ...check,
      signatures: check.signatures.map((finding, index) => merged(finding, signatures[index])),
    };
  } catch {
    return undefined;
  }
}

type Answered = components['schemas']['DocumentVerification']['signatures'][number];

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

/** The subindications of ETSI EN 319 102-1 that the page has texts for; any other is “not accepted”. */
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

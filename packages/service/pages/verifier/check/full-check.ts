import type { components } from '../../../interface.d.ts';
import { maskCnpj, maskCpf } from '../../../src/domain/identifiers.ts';
import { lacksRevocation, type FileCheck, type FoundHolder, type SignatureFinding } from './file-check.ts';

/** Whether the service may find out more than the device could. */
export function isIncomplete(check: FileCheck): boolean {
  if (check.kind !== 'pdf') return false;
  return check.signatures.some(({ chainTrusted, revocation }) => chainTrusted && revocation === 'unknown');
}

/** What the service takes as base64 (`MAX_DOCUMENT_TEXT`); the page's texts name it in MB of the file. */
const LARGEST_TEXT = 10 * 1024 * 1024;

/** Whether the service takes a file of that size. */
export function isSendable({ sizeBytes }: FileCheck): boolean {
  return Math.ceil(sizeBytes / 3) * 4 <= LARGEST_TEXT;
}

/**
 * Sends a file to the service to check it.
 * @returns what the service finds; undefined if it did not answer, or about something else
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
    return answeredCheck(check, signatures);
  } catch {
    return undefined;
  }
}

type AnsweredSignature = components['schemas']['DocumentVerification']['signatures'][number];

/**
 * The service's check in place of the device's. All that is judged comes from the service: a verdict of one beside the
 * reasons of the other would be nobody's.
 * @param check by the device
 * @param signatures as `POST /v1/verify/document` tells them
 * @returns undefined if the answer is about other signatures than the device found
 */
export function answeredCheck(
  check: Extract<FileCheck, { kind: 'pdf' }>,
  signatures: readonly AnsweredSignature[],
): FileCheck | undefined {
  // Both find the same signatures in the same order, so another count is of another file.
  if (signatures.length !== check.signatures.length) return undefined;
  const findings: SignatureFinding[] = [];
  for (const [index, answer] of signatures.entries()) {
    const holder = check.signatures[index]?.holder;
    if (check.signatures[index]?.fieldName !== answer.fieldName || !isNamed(holder, answer)) return undefined;
    findings.push(answeredFinding(answer, holder));
  }
  return { ...check, signatures: findings };
}

/** Whether the service names the same holder; it masks the numbers. */
function isNamed(holder: FoundHolder | undefined, { signer, chain }: AnsweredSignature): boolean {
  if (holder === undefined || signer === undefined) return holder === signer;
  const { name, cpf, cnpj, issuer } = holder;
  const number = cpf === undefined ? cnpj && maskCnpj(cnpj) : maskCpf(cpf);
  return name === signer.displayName && number === signer.cpfCnpj && issuer === chain.issuer;
}

function answeredFinding(answer: AnsweredSignature, holder: FoundHolder | undefined): SignatureFinding {
  const { fieldName, role, coverage, digest, signature, chain, revocation } = answer;
  const { indication, subIndication, claimedAt, timestamp, validAsSigned } = answer;
  const { bestSignatureTime, signer } = answer;
  return {
    fieldName,
    type: role,
    coverage,
    laterChanges: answeredChanges(answer),
    digestMatches: digest.valid,
    signatureValid: signature.valid,
    chainTrusted: chain.trusted,
    validAsSigned,
    indication,
    subIndication: SUB_INDICATIONS.find(known => known === subIndication),
    claimedAt: claimedAt === undefined ? undefined : new Date(claimedAt),
    timestamp: timestamp && {
      ...timestamp,
      time: new Date(timestamp.time),
      authority: timestamp.authority,
    },
    revocation: revocation.status,
    lacksRevocation: lacksRevocation(
      subIndication,
      new Date(bestSignatureTime),
      signer && new Date(signer.notAfter),
    ),
    holder,
  };
}

const PROBLEMS = { 'ambiguous-document': 'ambiguous', 'continued-unchecked': 'continued' } as const;

/** What came later, by the answer and its notes. */
function answeredChanges({
  fileState,
  laterChanges,
  notes = [],
}: AnsweredSignature): SignatureFinding['laterChanges'] {
  const { level, permitted, filled = [], marks = [] } = laterChanges;
  const codes = notes.map(({ code }) => code);
  const [, problem] = Object.entries(PROBLEMS).find(([code]) => codes.includes(code)) ?? [];
  return {
    fileState,
    level,
    permitted,
    filled,
    marks: marks.map(({ page, rect, fieldName }) => ({ page, rect, fieldName })),
    ...(problem && { problem }),
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
  'TIMESTAMP_ORDER_FAILURE',
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

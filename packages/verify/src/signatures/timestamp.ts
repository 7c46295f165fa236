import { AsnConvert } from '@peculiar/asn1-schema';
import { id_ct_tstInfo, TSTInfo } from '@peculiar/asn1-tsp';
import { equalBytes } from '../bytes.ts';
import {
  digestOf,
  hashNamed,
  isStrongHash,
  type SignatureCheck,
} from '../certificates/signature-algorithms.ts';
import { certificationPath, isValidAt, type PathOptions } from './certification-path.ts';
import { checkSignedData } from './signed-data-check.ts';
import { SignatureFormatError } from './signed-data.ts';
import type { SignedDataCheck } from './signed-data-check.ts';
import type { TimestampReport } from './signature-report.ts';

const TIME_STAMPING = '1.3.6.1.5.5.7.3.8';

export interface TimestampToken {
  readonly check: SignedDataCheck;
  readonly time: Date;
  /** Whether the token is of these bytes. */
  readonly imprint: SignatureCheck;
}

/**
 * Reads a timestamp token (RFC 3161) and holds it against what it is to be of.
 * @param token DER, perhaps with zeros behind it
 * @param stamped the parts of what was stamped
 * @throws SignatureFormatError
 */
export async function readTimestamp(
  token: Uint8Array<ArrayBuffer>,
  stamped: readonly Uint8Array[],
): Promise<TimestampToken> {
  const check = await checkSignedData(token);
  if (check.contentType !== id_ct_tstInfo || check.content === undefined) {
    throw new SignatureFormatError('This is no timestamp.');
  }
  let info: TSTInfo;
  try {
    info = AsnConvert.parse(check.content, TSTInfo);
  } catch (cause) {
    throw new SignatureFormatError('The timestamp cannot be read.', { cause });
  }
  const { hashAlgorithm, hashedMessage } = info.messageImprint;
  const hash = hashNamed(hashAlgorithm.algorithm);
  const matches = hash && equalBytes(await digestOf(hash, stamped), new Uint8Array(hashedMessage.buffer));
  return {
    check: { ...check, strong: check.strong && hash !== undefined && isStrongHash(hash) },
    time: info.genTime,
    imprint: matches === undefined ? 'not-computable' : matches ? 'valid' : 'invalid',
  };
}

/** What a signature's timestamp proves; undefined where there is none. One that cannot be read proves nothing. */
export async function checkTimestamp(
  token: Uint8Array<ArrayBuffer> | undefined,
  stamped: readonly Uint8Array[],
  trusted: Omit<PathOptions, 'at'>,
): Promise<TimestampReport | undefined> {
  if (token === undefined) return undefined;
  try {
    const { check, time, imprint } = await readTimestamp(token, stamped);
    const checks = [imprint, check.digest, check.signature];
    return {
      time,
      valid: check.strong && checks.every(result => result === 'valid'),
      trusted: isTimestamper(check) && (await leadsToRoot(check, { ...trusted, at: time })),
      authority: check.signer?.subjectName,
    };
  } catch (error) {
    if (error instanceof SignatureFormatError) return undefined;
    throw error;
  }
}

/** Made for signing times, and nothing else, which its certificate marks as critical (RFC 3161, 2.3). */
export function isTimestamper({ signer }: SignedDataCheck): boolean {
  if (signer?.maySign !== true || !signer.purposesAreCritical) return false;
  return signer.purposes?.length === 1 && signer.purposes[0] === TIME_STAMPING;
}

async function leadsToRoot(
  { signer, certificates }: SignedDataCheck,
  options: PathOptions,
): Promise<boolean> {
  if (signer === undefined || !isValidAt(signer, options.at)) return false;
  return (await certificationPath(signer, certificates, options)).failure === undefined;
}

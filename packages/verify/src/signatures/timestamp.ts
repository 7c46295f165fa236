import { createHash } from 'node:crypto';
import { AsnConvert } from '@peculiar/asn1-schema';
import { id_ct_tstInfo, TSTInfo } from '@peculiar/asn1-tsp';
import { hashNamed, isStrongHash } from './algorithms.ts';
import { certificationPath, isValidAt, type PathOptions } from './certification-path.ts';
import { checkSignedData, SignatureFormatError } from './signed-data-check.ts';
import type { SignedDataCheck } from './signed-data-check.ts';
import type { TimestampReport } from './signature-report.ts';

const TIME_STAMPING = '1.3.6.1.5.5.7.3.8';

export interface TimestampToken {
  readonly check: SignedDataCheck;
  readonly time: Date;
  /** The token is of these bytes. */
  readonly imprintMatches: boolean;
}

/**
 * Reads a timestamp token (RFC 3161) and holds it against what it is to be of.
 * @param token DER, perhaps with zeros behind it
 * @param stamped the parts of what was stamped
 * @throws SignatureFormatError
 */
export function readTimestamp(token: Uint8Array, stamped: readonly Uint8Array[]): TimestampToken {
  const check = checkSignedData(token);
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
  if (hash === undefined) throw new SignatureFormatError('The timestamp has an unknown hash.');
  const actual = createHash(hash);
  for (const part of stamped) actual.update(part);
  return {
    check: { ...check, strong: check.strong && isStrongHash(hash) },
    time: info.genTime,
    imprintMatches: actual.digest().equals(Buffer.from(hashedMessage.buffer)),
  };
}

/** What a signature's timestamp proves; undefined where there is none. One that cannot be read proves nothing. */
export function checkTimestamp(
  token: Uint8Array | undefined,
  stamped: Uint8Array,
  trusted: Omit<PathOptions, 'at'>,
): TimestampReport | undefined {
  if (token === undefined) return undefined;
  try {
    const { check, time, imprintMatches } = readTimestamp(token, [stamped]);
    return {
      time,
      valid: imprintMatches && check.digestMatches && check.signatureValid && check.strong,
      trusted: isTimestamper(check) && leadsToRoot(check, { ...trusted, at: time }),
      authority: check.signer?.subjectName,
    };
  } catch (error) {
    if (error instanceof SignatureFormatError) return undefined;
    throw error;
  }
}

/** Made for signing times, and nothing else (RFC 3161, 2.3). */
export function isTimestamper({ signer }: SignedDataCheck): boolean {
  return signer?.purposes?.length === 1 && signer.purposes[0] === TIME_STAMPING;
}

function leadsToRoot({ signer, certificates }: SignedDataCheck, options: PathOptions): boolean {
  if (signer === undefined || !isValidAt(signer, options.at)) return false;
  return certificationPath(signer, certificates, options).failure === undefined;
}

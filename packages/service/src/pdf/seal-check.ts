import { checkSignedData } from '@sign-session/verify';
import { hashOf } from '../domain/sha256.ts';

/** `/ByteRange` and `/Contents` of a seal, as `signature-field.ts` has them written. */
const SEAL = /\/ByteRange \[ 0 (\d+) (\d+) (\d+) *\]\s*\/Contents <([0-9A-Fa-f]+)>/g;

/**
 * Whether a stored document begins with the original, and the seal behind it is over everything else of the file and right.
 * Reads what the sealer has written and nothing of the original, which is a stranger's.
 */
export async function isSealed(
  sealed: Uint8Array,
  original: { readonly hash: string; readonly sizeBytes: number },
): Promise<boolean> {
  if (hashOf(sealed.subarray(0, original.sizeBytes)) !== original.hash) return false;
  const tail = Buffer.from(sealed.buffer, sealed.byteOffset, sealed.byteLength).subarray(original.sizeBytes);
  const last = [...tail.toString('latin1').matchAll(SEAL)].at(-1);
  if (last === undefined) return false;
  const [start, end, rest] = last.slice(1, 4).map(Number);
  const contents = last[4] ?? '';
  const isWhole = end === (start ?? 0) + contents.length + 2 && (end ?? 0) + (rest ?? 0) === sealed.length;
  if (!isWhole || start === undefined || end === undefined) return false;
  const cms = new Uint8Array(Buffer.from(contents, 'hex'));
  const check = await checkSignedData(cms, [sealed.subarray(0, start), sealed.subarray(end)], {
    needsReference: true,
  });
  return check.digest === 'valid' && check.signature === 'valid';
}

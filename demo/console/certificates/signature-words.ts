import type { VerifiedSignature } from '../http/service-types.ts';

const CHANGES: Readonly<Record<VerifiedSignature['laterChanges']['level'], string>> = {
  none: 'nothing was changed after it',
  signatures: 'only signatures came after it',
  form: 'form fields were filled in after it',
  annotations: 'comments were added or changed after it',
  other: 'the document itself was changed after it',
  unknown: 'what was changed after it can’t be told',
};

/** The facts about a signature that are shown beside its verdict, in order. */
export function signatureWords(signature: VerifiedSignature): string[] {
  const { type, subFilter, claimedAt, notes, coverage, laterChanges, chain, revocation, timestamp } =
    signature;
  const covered = coverage.wholeFile
    ? 'covers the whole file'
    : `${coverage.bytesAfter} bytes were added behind it: ${CHANGES[laterChanges.level]}` +
      (laterChanges.permitted ? '' : ', which is more than allowed');
  return [
    `${type}, ${subFilter ?? 'no sub-filter'}`,
    covered,
    ...(notes ?? []).map(note => note.text),
    chain.trusted ? 'leads to a trusted root' : 'leads to no trusted root',
    `revocation: ${revocation.status}`,
    ...(claimedAt === undefined ? [] : [`claims ${localTime(claimedAt)}`]),
    ...(timestamp === undefined
      ? []
      : [`timestamp ${localTime(timestamp.time)}${timestamp.trusted ? '' : ', not trusted'}`]),
  ];
}

function localTime(time: string): string {
  return new Date(time).toLocaleString('en-GB');
}

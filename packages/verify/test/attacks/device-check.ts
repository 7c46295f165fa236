import assert from 'node:assert/strict';
import { checkFile } from '../../../service/pages/verifier/check/check-file.ts';
import type { SignatureFinding } from '../../../service/pages/verifier/check/file-check.ts';
import type { RevocationLists } from '../../src/signatures/trust.ts';
import { START } from '../../../service/test/support/test-service.ts';

/** A signature as `POST /v1/verify/document` reports it. */
export interface FoundSignature {
  readonly fieldName: string;
  readonly role: string;
  readonly indication: 'TOTAL-PASSED' | 'INDETERMINATE' | 'TOTAL-FAILED';
  readonly subIndication?: string;
  readonly confidenceLevel: string;
  readonly coverage: { readonly wholeFile: boolean; readonly bytesAfter: number };
  readonly laterChanges: {
    readonly level: string;
    readonly permitted: boolean;
    readonly filled?: readonly unknown[];
    readonly marks?: readonly {
      readonly page?: number;
      readonly rect?: readonly number[];
      readonly fieldName: string;
      readonly displayName?: string;
    }[];
  };
  readonly fileState: 'same' | 'marked' | 'changed' | 'unknown';
  /** Not told on the device without lists. */
  readonly validAsSigned: boolean;
  readonly notes?: readonly { readonly code: string; readonly text: string }[];
  readonly chain: { readonly trusted: boolean };
  readonly digest: { readonly valid: boolean };
  readonly signature: { readonly valid: boolean };
  readonly timestamp?: { readonly valid: boolean; readonly trusted: boolean };
}

/** Integrity, chain and later changes, as the service answers them. */
const told = (answer: FoundSignature) => {
  const { fieldName, role, coverage, fileState, laterChanges, digest, signature, chain } = answer;
  const { level, permitted, filled = [], marks = [] } = laterChanges;
  const places = marks.map(({ page, rect, fieldName: by }) => ({ page, rect, by }));
  const checks = { digest: digest.valid, signature: signature.valid, chain: chain.trusted };
  return { fieldName, type: role, coverage, fileState, level, permitted, filled, places, ...checks };
};

/** The same, as the verifier page finds them. */
const found = ({ fieldName, type, coverage, laterChanges, ...finding }: SignatureFinding) => {
  const { fileState, level, permitted, filled, marks } = laterChanges;
  const places = marks.map(({ page, rect, fieldName: by }) => ({ page, rect, by }));
  const { digestMatches: digest, signatureValid: signature, chainTrusted: chain } = finding;
  return { fieldName, type, coverage, fileState, level, permitted, filled, places, digest, signature, chain };
};

/**
 * Asserts that the verifier page, which has no revocation list unless `lists` are given, finds the same as the service, and passes
 * nothing that it could not check.
 * @param byService undefined where the service says that the file can't be read
 * @param roots what the service publishes
 */
export async function assertSameOnDevice(
  file: Uint8Array,
  byService: readonly FoundSignature[] | undefined,
  roots: readonly string[],
  lists: RevocationLists = { find: async () => undefined },
): Promise<void> {
  const here = await checkFile(new Uint8Array(file), {
    roots,
    lists,
    now: START,
    signal: AbortSignal.timeout(60_000),
  });
  if (byService === undefined) {
    assert.notEqual(here.kind, 'pdf', 'the service cannot read it');
    return;
  }
  assert.ok(here.kind === 'pdf', `the device says ${here.kind}`);
  assert.deepEqual(here.signatures.map(found), byService.map(told));
  for (const [index, { indication, revocation }] of here.signatures.entries()) {
    if (indication !== 'TOTAL-PASSED') continue;
    // Nothing is asked here: what is good is so by the file's own data.
    assert.ok(revocation === 'not-stated' || revocation === 'good', 'passed without its revocation');
    assert.equal(byService[index]?.indication, 'TOTAL-PASSED');
  }
}

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import {
  openHolderAuthority,
  MARIA,
  JOAO,
  type KeyHolder,
  type HolderAuthority,
} from '../../../service/test/support/certificate-holders.ts';
import { openTestService, type TestService } from '../../../service/test/support/test-service.ts';
import { assertSameOnDevice, type FoundSignature } from './device-check.ts';
import type { Bytes } from './raw-signature.ts';

/** Those who sign in a test file, by one authority that its service trusts. */
export interface Signers {
  readonly authority: HolderAuthority;
  readonly maria: KeyHolder;
  readonly joao: KeyHolder;
}

/**
 * What is to be said of the oldest signature. `passed`: that of all of them. `marked`: it is valid for the document as it was
 * signed, and a later signature can be seen. `changed`: it is what was signed, and the document was changed after it in
 * a way that is not permitted. `refused`: none passes, whatever the reason, and the file may not be readable at all.
 * `not failed`: right, or not known, but never wrong. A pair: indication and, where that matters, subindication (ETSI EN 319 102-1, table 5).
 */
type Expected =
  | 'passed'
  | 'filled'
  | 'marked'
  | 'changed'
  | 'refused'
  | 'not failed'
  | readonly [FoundSignature['indication'], string?];

/** One row of a table of files. */
export interface VerificationCase {
  readonly name: string;
  readonly build: (signers: Signers) => Bytes | Promise<Bytes>;
  readonly expected: Expected;
  /** How many signatures are reported. */
  readonly count?: number | 'any';
  /** The device has the authority's list, too: without it, it can't know of a revocation. */
  readonly isListed?: boolean;
}

export interface Family {
  readonly family: string;
  readonly cases: readonly VerificationCase[];
}

type Build = VerificationCase['build'];

/** A row of a manipulated file, whose first signature is as it was made. @param count of signatures reported */
export const changed = (name: string, build: Build, count: number | 'any' = 1): VerificationCase => ({
  name,
  build,
  expected: 'changed',
  count,
});

/** A row of an honest file: a verifier that refuses everything is none. */
export const permitted = (name: string, build: Build, count = 1): VerificationCase => ({
  name,
  build,
  expected: 'passed',
  count,
});

/** A row of a file whose first signature is valid for what it signs, and whose second one can be seen. */
export const marked = (name: string, build: Build, count = 2): VerificationCase => ({
  name,
  build,
  expected: 'marked',
  count,
});

/** A row of fields that were filled in as permitted: the first signature does not pass, and nothing is held against it. */
export const filledLater = (name: string, build: Build): VerificationCase => ({
  name,
  build,
  expected: 'filled',
});

/** A row of a manipulated file in which nothing may pass. */
export const refused = (name: string, build: Build): VerificationCase => ({
  name,
  build,
  expected: 'refused',
});

/** A row whose first signature is to fail for this reason. */
export const failed = (name: string, subIndication: string, build: Build): VerificationCase => ({
  name,
  build,
  expected: ['TOTAL-FAILED', subIndication],
});

/** A row whose first signature is neither right nor wrong, for this reason. */
export const indeterminate = (name: string, subIndication: string, build: Build): VerificationCase => ({
  name,
  build,
  expected: ['INDETERMINATE', subIndication],
});

/** A row whose first signature can't be judged, whatever reason is given. */
export const undecided = (name: string, build: Build): VerificationCase => ({
  name,
  build,
  expected: ['INDETERMINATE'],
});

/** A row of an honest file that a verifier need not be able to judge, but must not call wrong. */
export const notFailed = (name: string, build: Build): VerificationCase => ({
  name,
  build,
  expected: 'not failed',
});

/** Asks the service for its verdict on a file. @returns undefined where it says that the file can't be read */
export async function verdictsOn(
  service: TestService,
  file: Uint8Array,
): Promise<readonly FoundSignature[] | undefined> {
  const as = await service.token();
  const json = { content: Buffer.from(file).toString('base64') };
  const { status, body } = await service.call('/v1/verify/document', { as, json });
  if (status === 400) return undefined;
  assert.equal(status, 200, `${JSON.stringify(body)} ${service.errors.join('\n')}`);
  return body.signatures;
}

/** Asserts what a row of a table says. */
export function assertExpected(
  found: readonly FoundSignature[] | undefined,
  { expected, count = 'any' }: Pick<VerificationCase, 'expected' | 'count'>,
): void {
  const shown = JSON.stringify(
    found?.map(({ fieldName, indication, subIndication, fileState, laterChanges }) => [
      fieldName,
      indication,
      subIndication,
      fileState,
      laterChanges,
    ]),
  );
  if (count !== 'any') assert.equal(found?.length, count, shown);
  if (expected === 'refused') {
    assert.ok(found?.every(({ indication }) => indication !== 'TOTAL-PASSED') ?? true, shown);
    return;
  }
  const [oldest] = found ?? [];
  assert.ok(oldest !== undefined, 'no signature is reported');
  if (expected === 'passed') {
    for (const { indication, fileState, validAsSigned } of found ?? [])
      assert.deepEqual([indication, fileState, validAsSigned], ['TOTAL-PASSED', 'same', true], shown);
  } else if (expected === 'marked') {
    const { indication, subIndication, fileState, validAsSigned, notes } = oldest;
    const verdict = [indication, subIndication, fileState, validAsSigned];
    assert.deepEqual(verdict, ['INDETERMINATE', 'SIG_CONSTRAINTS_FAILURE', 'marked', true], shown);
    assert.ok(
      notes?.some(({ code }) => code === 'marked-later'),
      shown,
    );
  } else if (expected === 'filled') {
    const { laterChanges, indication, fileState } = oldest;
    assert.deepEqual(
      [indication, fileState, laterChanges.permitted],
      ['INDETERMINATE', 'changed', true],
      shown,
    );
    assert.equal(laterChanges.filled?.length, 1, shown);
  } else if (expected === 'changed') {
    assert.deepEqual([oldest.digest.valid, oldest.signature.valid], [true, true], shown);
    assert.deepEqual([oldest.indication, oldest.laterChanges.permitted], ['INDETERMINATE', false], shown);
    assert.match(oldest.fileState, /^(?:changed|unknown)$/, shown);
  } else if (expected === 'not failed') {
    assert.notEqual(oldest.indication, 'TOTAL-FAILED', shown);
  } else {
    const [indication, subIndication = oldest.subIndication] = expected;
    assert.deepEqual([oldest.indication, oldest.subIndication], [indication, subIndication], shown);
  }
}

/**
 * Makes one test of each row, all with one service and one authority that it trusts. The service says what is expected,
 * and the verifier page, on the reader's device, finds the same.
 */
export function verifyAll(title: string, families: readonly Family[]): void {
  describe(title, () => {
    let service: TestService;
    let signers: Signers;
    let roots: readonly string[];
    before(async () => {
      const authority = await openHolderAuthority();
      const [maria, joao] = await Promise.all([authority.issue(MARIA), authority.issue(JOAO)]);
      signers = { authority, maria, joao };
      service = await openTestService({ trust: authority.trust });
      roots = (await service.call('/v1/verify/trust-anchors')).body.certificates;
    });
    after(() => service.close());
    for (const { family, cases } of families) {
      describe(family, () => {
        for (const row of cases) {
          it(row.name, async () => {
            const file = await row.build(signers);
            const byService = await verdictsOn(service, file);
            assertExpected(byService, row);
            const lists = row.isListed === true ? signers.authority.trust.lists : undefined;
            await assertSameOnDevice(file, byService, roots, lists);
          });
        }
      });
    }
  });
}

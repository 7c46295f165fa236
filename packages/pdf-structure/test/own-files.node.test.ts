import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { sealableUpdate } from '../../service/src/pdf/sealable-update.ts';
import { appendSecurityStore } from '../../service/src/pdf/security-store.ts';
import { readPdf } from '../../service/test/support/sealing.ts';
import { changesAfter } from './changes.ts';

const AT = new Date('2026-11-20T14:58:03Z');
const DER = new Uint8Array([0x30, 0x00]);

/** Signatures by six, with validation data and a document timestamp after each. */
async function signedBySix(original: Uint8Array): Promise<{ first: Uint8Array; file: Uint8Array }> {
  const sealed = { sealedAt: AT, fieldName: 'Signer', cmsBytes: 64 };
  const { file: first } = await sealableUpdate({ original, ...sealed });
  let file = first;
  for (let signer = 1; signer < 6; signer++) {
    const contents = Uint8Array.of(signer);
    file = await appendSecurityStore(file, [
      { contents, certificates: [DER, contents], lists: [DER], responses: [] },
    ]);
    ({ file } = await sealableUpdate({
      original: file,
      ...sealed,
      kind: 'document-timestamp',
      fieldName: 'Stamp',
    }));
    ({ file } = await sealableUpdate({ original: file, ...sealed }));
  }
  return { first, file };
}

describe('what the service appends', () => {
  for (const name of [
    'own/ok-3pages',
    'own/ok-objstm',
    'own/acroform',
    'own/linearized',
    'own/leading-junk-900B',
    'qpdf/form-fields-and-annotations',
    'pdf20/PDF_2.0_with_offset_start',
  ]) {
    it(`is canonical: six signers of ${name}`, async () => {
      const { first, file } = await signedBySix(readPdf(`${name}.pdf`));
      const changes = await changesAfter(first, file);
      assert.equal(changes.length, 15);
      const signatures = changes.flatMap(change => change.signatures);
      assert.equal(signatures.filter(({ isTimestamp }) => isTimestamp).length, 5);
      assert.equal(signatures.filter(({ isTimestamp }) => !isTimestamp).length, 5);
      assert.equal(changes.filter(({ changed }) => changed.has('catalog/DSS')).length, 5);
      assert.deepEqual(
        changes.flatMap(({ unused, filled }) => [...unused, ...filled]),
        [],
      );
    });
  }
});

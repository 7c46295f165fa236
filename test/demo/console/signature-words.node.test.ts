import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { VerifiedSignature } from '../../../demo/console/certificates/certificate-calls.ts';
import { signatureWords } from '../../../demo/console/certificates/signature-words.ts';

const good: VerifiedSignature = {
  type: 'approval',
  subFilter: 'ETSI.CAdES.detached',
  indication: 'TOTAL-PASSED',
  coverage: { wholeFile: true, bytesAfter: 0 },
  laterChanges: { level: 'none', permitted: true },
  chain: { trusted: true },
  revocation: { status: 'good' },
};

describe('what the console says of a signature', () => {
  it('is how it stands to the file, to its authority and to time', () => {
    assert.deepEqual(signatureWords(good), [
      'approval, ETSI.CAdES.detached',
      'covers the whole file',
      'leads to a trusted root',
      'revocation: good',
    ]);
    const timestamp = { time: '2026-11-20T12:00:00Z', trusted: false };
    assert.match(
      signatureWords({ ...good, timestamp }).at(-1) ?? '',
      /^timestamp .*20\/11\/2026.*, not trusted$/,
    );
  });

  it('is what came after it, and whether that was allowed', () => {
    const coverage = { wholeFile: false, bytesAfter: 900 };
    const words = (level: string, permitted: boolean) =>
      signatureWords({ ...good, coverage, laterChanges: { level, permitted } })[1];
    assert.equal(words('signatures', true), '900 bytes were added behind it: only signatures came after it');
    assert.match(
      words('other', false) ?? '',
      /the document itself was changed after it, which is more than allowed$/,
    );
    assert.match(words('a-newer-word', true) ?? '', /a-newer-word$/);
  });
});

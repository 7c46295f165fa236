import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { VerifiedSignature } from '../../../demo/console/http/service-types.ts';
import { signatureWords } from '../../../demo/console/certificates/verify-document.ts';

const good: VerifiedSignature = {
  method: 'PAdES',
  type: 'pades',
  role: 'approval',
  confidence: 1,
  confidenceLevel: 'high',
  fieldName: 'Signature1',
  subFilter: 'ETSI.CAdES.detached',
  indication: 'TOTAL-PASSED',
  coverage: { wholeFile: true, bytesAfter: 0 },
  validAsSigned: true,
  fileState: 'same',
  laterChanges: { level: 'none', permitted: true },
  digest: { valid: true },
  signature: { valid: true },
  chain: { trusted: true, certificates: 3 },
  revocation: { status: 'good' },
  mainIndication: 'urn:etsi:019102:mainindication:total-passed',
  subIndications: [],
  itiResult: 'aprovado',
  bestSignatureTime: '2026-11-20T12:00:00Z',
  certificateChain: [],
  errors: [],
  warnings: [],
};

describe('what the console says of a signature', () => {
  it('is how it stands to the file, to its authority and to time', () => {
    assert.deepEqual(signatureWords(good), [
      'pades, ETSI.CAdES.detached',
      'covers the whole file',
      'leads to a trusted root',
      'revocation: good',
    ]);
    const timestamp = { time: '2026-11-20T12:00:00Z', valid: true, trusted: false };
    assert.match(
      signatureWords({ ...good, timestamp }).at(-1) ?? '',
      /^timestamp .*20\/11\/2026.*, not trusted$/,
    );
  });

  it('is what came after it, and whether that was allowed', () => {
    const coverage = { wholeFile: false, bytesAfter: 900 };
    const words = (level: VerifiedSignature['laterChanges']['level'], permitted: boolean) =>
      signatureWords({ ...good, coverage, laterChanges: { level, permitted } })[1];
    assert.equal(words('signatures', true), '900 bytes were added behind it: only signatures came after it');
    assert.match(
      words('other', false) ?? '',
      /the document itself was changed after it, which is more than allowed$/,
    );
  });
});

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { before, describe, it } from 'node:test';
import type { SignatureReport } from '../../../verify/src/signatures/signature-report.ts';
import { verifySignatures } from '../../../verify/src/signatures/verify-signatures.ts';
import { pageNumber, pagesPdf } from '../../../../test/support/small-pdf.ts';
import { formPdf, NAME_FIELD, withChanged, withUpdate } from '../support/appended-update.ts';
import {
  MARIA,
  openHolderAuthority,
  type Holder,
  type HolderAuthority,
} from '../support/certificate-holders.ts';
import { signPdf } from '../support/signed-pdf.ts';
import { START } from '../support/test-service.ts';
import { pdfAsset } from '../support/tools.ts';

const PAGE = pageNumber(0);
const CONTENT = PAGE + 1;

let authority: HolderAuthority;
let maria: Holder;
/** A form, signed as this service does. */
let signed: Uint8Array;
before(async () => {
  authority = await openHolderAuthority();
  maria = await authority.issue(MARIA);
  signed = await signPdf(formPdf(), maria, { at: START });
});

async function reportsOf(file: Uint8Array): Promise<SignatureReport[]> {
  const signal = AbortSignal.timeout(60_000);
  return verifySignatures(file, { trust: authority.trust, now: START, signal });
}

/** The changes after the first signature, and its verdict. Its digest must always be valid. */
async function first(file: Uint8Array) {
  const [report] = await reportsOf(file);
  assert.ok(report?.digestMatches === true && report.signatureValid);
  const { laterChanges, subIndication } = report;
  return { level: laterChanges.level, permitted: laterChanges.permitted, subIndication };
}

const UNTOUCHED = { fileState: 'same', level: 'none', permitted: true, filled: [], marks: [] };
const passed = (level: string) => ({ level, permitted: true, subIndication: undefined });
const refused = (level: string) => ({
  level,
  permitted: false,
  subIndication: 'SIG_CONSTRAINTS_FAILURE',
});

const filled = (file: Uint8Array) =>
  withChanged(file, NAME_FIELD, field => field.replace(/>>$/, '/V (Maria) >>'));

describe('what is changed behind a signature', () => {
  it('may be what a form asks for, which is not what was signed', async () => {
    assert.deepEqual(await first(filled(signed)), { ...refused('form'), permitted: true });
    const [report] = await reportsOf(filled(signed));
    assert.deepEqual(report?.laterChanges.filled, [{ field: 'Nome', before: '', after: 'Maria' }]);
  });

  it('may not be another signature and a page', async () => {
    const tampered = withUpdate(signed, { 3: '<< /Type /Font /Subtype /Type1 /BaseFont /Symbol >>' });
    const both = await signPdf(tampered, maria, { at: START });
    const [one, two] = await reportsOf(both);
    assert.deepEqual([one?.laterChanges.level, one?.laterChanges.permitted], ['other', false]);
    assert.deepEqual([two?.laterChanges.level, two?.indication], ['none', 'TOTAL-PASSED']);
  });

  it('may not be what the document spoke of before it was there', async () => {
    const base = pagesPdf([{ text: 'Contrato' }]);
    const text = Buffer.from(base).toString('latin1');
    // A second content stream that does not exist yet; the same length as the original text.
    const was = `/Contents ${CONTENT} 0 R /Resources << /Font << /F1 3 0 R >>  >>`;
    const speaks = text.replace(
      was,
      `/Contents[${CONTENT} 0 R 40 0 R]/Resources<</Font<</F1 3 0 R>>>>`.padEnd(was.length),
    );
    assert.notEqual(speaks, text);
    const gapped = await signPdf(new Uint8Array(Buffer.from(speaks, 'latin1')), maria, { at: START });
    // Already refused: programs go on differently where a content stream is missing.
    assert.equal((await first(gapped)).permitted, false);
    // The library counts from the largest number that it sees, so this number is free.
    const content = '<< /Length 45 >>\nstream\nBT /F1 24 Tf 40 700 Td (Outro contrato) Tj ET\nendstream';
    assert.equal((await first(withUpdate(gapped, { 40: content }))).permitted, false);
  });

  it('is found in what other programs signed, too', async () => {
    const foreign = new Uint8Array(readFileSync(pdfAsset('qpdf/digitally-signed.pdf')));
    const both = await signPdf(foreign, maria, { at: START });
    const levels = (await reportsOf(both)).map(({ laterChanges }) => laterChanges);
    assert.deepEqual(levels.at(-1), UNTOUCHED);
    assert.deepEqual(levels[0], { ...UNTOUCHED, level: 'signatures' });
  });
});

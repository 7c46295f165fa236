import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { before, describe, it } from 'node:test';
import type { SignatureReport } from '../../../packages/verify/src/signatures/signature-report.ts';
import { verifySignatures } from '../../../packages/verify/src/signatures/verify-signatures.ts';
import { pageNumber, pagesPdf } from '../../support/small-pdf.ts';
import {
  certifiedPdf,
  formPdf,
  NAME_FIELD,
  objectIn,
  transform,
  withChanged,
  withUpdate,
} from '../support/appended-update.ts';
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
const DOCUMENT_LEVEL = (level: number) => transform('DocMDP', `/P ${level}`);

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

/** The first signature: what came after it, and what that makes of it. Its own digest must hold throughout. */
async function first(file: Uint8Array) {
  const [report] = await reportsOf(file);
  assert.ok(report?.digestMatches === true && report.signatureValid);
  const { laterChanges, subIndication } = report;
  return { level: laterChanges.level, permitted: laterChanges.permitted, subIndication };
}

const UNTOUCHED = { level: 'none', permitted: true, filled: [], covered: [] };
const passed = (level: string) => ({ level, permitted: true, subIndication: undefined });
const refused = (level: string) => ({
  level,
  permitted: false,
  subIndication: 'SIG_CONSTRAINTS_FAILURE',
});

const filled = (file: Uint8Array) =>
  withChanged(file, NAME_FIELD, field => field.replace(/>>$/, '/V (Maria) >>'));

/** With a note on the page. */
const commented = (file: Uint8Array) =>
  withChanged(file, PAGE, page => page.replace(/\/Annots \[/, '/Annots [ 40 0 R '), {
    40: '<< /Type /Annot /Subtype /Text /Rect [10 10 30 30] /Contents (Nota) >>',
  });

const withField = (form: string) => form.replace(/\/Fields \[/, '/Fields [ 40 0 R ');

describe('what is changed behind a signature', () => {
  it('is nothing, where nothing was added, nor only white space', async () => {
    assert.deepEqual(await first(signed), passed('none'));
    assert.deepEqual(await first(new Uint8Array([...signed, 10, 10])), passed('none'));
  });

  it('is nothing, where objects have other numbers, or their keys another order', async () => {
    const renumbered = withChanged(signed, 1, catalog => catalog.replace('/Pages 2 0 R', '/Pages 40 0 R'), {
      40: objectIn(signed, 2),
    });
    assert.deepEqual(await first(renumbered), passed('none'));
    const reordered = withChanged(signed, 2, pages => {
      const [, kids = '', count = ''] = /(\/Kids \[.*?\]) (\/Count \d+)/.exec(pages) ?? [];
      return `<< ${count} ${kids} /Type /Pages >>`;
    });
    assert.deepEqual(await first(reordered), passed('none'));
  });

  it('may be another signature', async () => {
    const both = await signPdf(signed, maria, { at: START });
    assert.deepEqual(await first(both), passed('signatures'));
    assert.deepEqual((await reportsOf(both)).at(-1)?.laterChanges, UNTOUCHED);
  });

  it('may be what a form asks for', async () => {
    assert.deepEqual(await first(filled(signed)), passed('form'));
    const [report] = await reportsOf(filled(signed));
    assert.deepEqual(report?.laterChanges.filled, [{ field: 'Nome', before: '', after: 'Maria' }]);
  });

  it('may be data for validation and what describes the document', async () => {
    const stored = withChanged(signed, 1, catalog => catalog.replace(/>>$/, '/DSS 40 0 R >>'), {
      40: '<< /CRLs [] >>',
    });
    assert.deepEqual(await first(stored), passed('signatures'));
    assert.deepEqual(
      await first(withUpdate(signed, { 40: '<< /Title (Contrato) >>' }, '/Info 40 0 R')),
      passed('none'),
    );
  });

  it('may not be what the page shows', async () => {
    const content = '<< /Length 44 >>\nstream\nBT /F1 24 Tf 40 782 Td (Outro contrato) Tj ET\nendstream';
    for (const file of [
      withUpdate(signed, { [CONTENT]: content }),
      withChanged(signed, PAGE, page => page.replace(`/Contents ${CONTENT} 0 R`, '/Contents 40 0 R'), {
        40: content,
      }),
      withUpdate(signed, { 3: '<< /Type /Font /Subtype /Type1 /BaseFont /Symbol >>' }),
    ]) {
      assert.deepEqual(await first(file), refused('other'));
    }
  });

  it('may not be what the page shows, whatever a second table says', async () => {
    const content = '<< /Length 44 >>\nstream\nBT /F1 24 Tf 40 782 Td (Outro contrato) Tj ET\nendstream';
    // One row: where the content stood when it was signed.
    const row = Buffer.alloc(6, 1);
    row.writeUInt32BE(Buffer.from(signed).indexOf(`\n${CONTENT} 0 obj\n`) + 1, 1);
    const second = withUpdate(signed, {
      40:
        `<< /Type /XRef /W [1 4 1] /Index [${CONTENT} 1] /Size 2000 /Root 1 0 R /Length 6 >>\n` +
        `stream\n${row.toString('latin1')}\nendstream`,
    });
    const at = Buffer.from(second).lastIndexOf('40 0 obj\n');
    assert.deepEqual(
      await first(withUpdate(second, { [CONTENT]: content }, `/XRefStm ${at}`)),
      refused('other'),
    );
  });

  it('may not be another signature and a page', async () => {
    const tampered = withUpdate(signed, { 3: '<< /Type /Font /Subtype /Type1 /BaseFont /Symbol >>' });
    const both = await signPdf(tampered, maria, { at: START });
    const [one, two] = await reportsOf(both);
    assert.deepEqual([one?.laterChanges.level, one?.laterChanges.permitted], ['other', false]);
    assert.deepEqual([two?.laterChanges.level, two?.indication], ['none', 'TOTAL-PASSED']);
  });

  it('may not be fields that were not there, nor fields that are moved', async () => {
    const field = `<< /Type /Annot /Subtype /Widget /FT /Tx /T (Novo) /Rect [0 0 500 800] /V (x) /P ${PAGE} 0 R >>`;
    const form = /\/AcroForm (\d+) 0 R/.exec(objectIn(signed, 1))?.[1];
    assert.deepEqual(
      await first(withChanged(signed, Number(form ?? 1), withField, { 40: field })),
      refused('other'),
    );
    const moved = withChanged(signed, NAME_FIELD, text => text.replace('[40 600 300 630]', '[0 0 595 842]'));
    assert.deepEqual(await first(moved), refused('other'));
  });

  it('may not be what the document spoke of before it was there', async () => {
    const base = pagesPdf([{ text: 'Contrato' }]);
    const text = Buffer.from(base).toString('latin1');
    // A second part of the page's content that is nowhere yet; as long as what stood there.
    const was = `/Contents ${CONTENT} 0 R /Resources << /Font << /F1 3 0 R >>  >>`;
    const speaks = text.replace(
      was,
      `/Contents[${CONTENT} 0 R 40 0 R]/Resources<</Font<</F1 3 0 R>>>>`.padEnd(was.length),
    );
    assert.notEqual(speaks, text);
    const gapped = await signPdf(new Uint8Array(Buffer.from(speaks, 'latin1')), maria, { at: START });
    assert.deepEqual(await first(gapped), passed('none'));
    // The library counts from the largest number that it sees, so this one is free.
    const content = '<< /Length 44 >>\nstream\nBT /F1 24 Tf 40 700 Td (Outro contrato) Tj ET\nendstream';
    assert.deepEqual(await first(withUpdate(gapped, { 40: content })), refused('other'));
  });

  it('cannot be told where the file’s cross references lead nowhere: then it does not pass', async () => {
    const broken = Buffer.concat([signed, Buffer.from('\n40 0 obj\nnull\nendobj\nstartxref\n5\n%%EOF\n')]);
    const [report] = await reportsOf(new Uint8Array(broken));
    assert.deepEqual(report?.laterChanges.level, 'unknown');
    assert.equal(report.subIndication, 'SIG_CONSTRAINTS_FAILURE');
  });

  it('is what a certification allows: nothing or forms; comments never, whatever it says', async () => {
    for (const [level, form, comment] of [
      [1, refused, refused],
      [2, passed, refused],
      [3, passed, refused],
    ] as const) {
      const certified = await certifiedPdf(maria, DOCUMENT_LEVEL(level));
      assert.deepEqual(await first(certified), passed('none'));
      assert.deepEqual(await first(filled(certified)), form('form'), `${level}`);
      assert.deepEqual(await first(commented(certified)), comment('annotations'), `${level}`);
    }
    assert.deepEqual(await first(commented(signed)), refused('annotations'));
  });

  it('may not be a field that the signature locked', async () => {
    for (const [parameters, expected] of [
      ['/Action /All', refused('form')],
      ['/Action /Include /Fields [(Nome)]', refused('form')],
      ['/Action /Exclude /Fields [(Nome)]', passed('form')],
      ['/Action /Include /Fields [(Outro)]', passed('form')],
    ] as const) {
      const locking = await certifiedPdf(maria, transform('FieldMDP', parameters));
      assert.deepEqual(await first(filled(locking)), expected, parameters);
    }
  });

  it('is found in what other programs signed, too', async () => {
    const foreign = new Uint8Array(readFileSync(pdfAsset('qpdf/digitally-signed.pdf')));
    const both = await signPdf(foreign, maria, { at: START });
    const levels = (await reportsOf(both)).map(({ laterChanges }) => laterChanges);
    assert.deepEqual(levels.at(-1), UNTOUCHED);
    assert.deepEqual(levels[0], { ...UNTOUCHED, level: 'signatures' });
  });
});

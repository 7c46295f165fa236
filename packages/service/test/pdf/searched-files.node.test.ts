import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { verifySignatures } from '../../../verify/src/signatures/verify-signatures.ts';
import { examinePdf } from '../../src/pdf/examine-pdf.ts';
import { PdfRefusedError } from '../../src/pdf/refusal.ts';
import { signaturesAdded } from '../../../../src/certificate/signing/added-signatures.ts';
import { pagesPdf } from '../../../../test/support/small-pdf.ts';
import {
  MARIA,
  openHolderAuthority,
  type Holder,
  type HolderAuthority,
} from '../support/certificate-holders.ts';
import { withFile } from '../support/pdf-checks.ts';
import { signPdf } from '../support/signed-pdf.ts';
import { START } from '../support/test-service.ts';
import { runTool, withoutTools } from '../support/tools.ts';

const GOOD = Buffer.from(pagesPdf([{ text: 'Um contrato' }, { text: 'De duas páginas' }])).toString('latin1');
const TABLE = GOOD.lastIndexOf('xref\n0');
const TAIL = GOOD.slice(TABLE);
const OBJECTS = GOOD.slice(0, TABLE);
const END = GOOD.lastIndexOf('startxref');

function startingAt(start: string): string {
  return GOOD.slice(0, END) + GOOD.slice(END).replace(/\d+/, start);
}

function shifted(text: string, by: number): string {
  const moved = (_: string, offset: string) => `${String(Number(offset) + by).padStart(10, '0')} 00000 n`;
  return text.replaceAll(/(\d{10}) 00000 n/g, moved);
}

/** What readers show in full, after they have searched the file for its objects. */
const COMPLETE: Readonly<Record<string, string>> = {
  'a start that is a few bytes off': startingAt(`${TABLE + 3}`),
  'a start beyond the end': startingAt('9999999'),
  'no start': GOOD.slice(0, END),
  'no table': OBJECTS + GOOD.slice(GOOD.indexOf('trailer')),
  'a table whose offsets are one too large': shifted(GOOD, 1),
  'a table that begins with the wrong number': GOOD.replace('xref\n0 4', 'xref\n1 4'),
  'line breaks that were converted': GOOD.replaceAll('\n', '\r\n'),
  'something before the header that the offsets count': `junk\n${shifted(startingAt(`${TABLE + 5}`), 5)}`,
};

const LOST = startingAt('7');
const PAGE = '1000 0 obj\n<< /Type /Page /Parent 2 0 R /MediaBox [0 0 9 9] >>\nendobj\n';

/** What some reader might show differently, or not at all; and what says so. */
const AMBIGUOUS: Readonly<Record<string, [file: string, why: RegExp]>> = {
  'two versions of an object': [LOST.replace(/xref\n0/, `${PAGE}$&`), /found in two ways/],
  'an object inside another one’s stream': [
    LOST.replace('(Um contrato)', '(\n77 0 obj (x) )'),
    /found in two ways/,
  ],
  'an object that ends inside its stream': [LOST.replace('(Um contrato)', '(endobj )'), /has not begun/],
  'an object in the middle of a line': [
    LOST.replace('endobj\n2 0 obj', 'endobj 2 0 obj'),
    /Not every reader/,
  ],
  'an updated object': [LOST.replace('\n3 0 obj', '\n3 1 obj'), /Not every reader/],
  'a stream that holds objects': [LOST.replace('/Type /Font', '/Typ /Obj#53tm'), /streams of objects/],
  'a table that leaves out an object': [LOST.replace(/\d{10} 00000 n \n/, ''), /lists other objects/],
  'a table that calls an object free': [LOST.replace('00000 n', '00000 f'), /lists other objects/],
  'two trailers': [`${LOST}trailer\n<< /Root 2 0 R >>\n`, /two trailers/],
  'an earlier part': [LOST.replace('/Root', '/Prev 9 /Root'), /has Prev/],
  'text between objects': [LOST.replace('endobj\n2', 'endobj\nhidden\n2'), /between objects/],
};

function bytesOf(text: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(Buffer.from(text, 'latin1'));
}

function textIn(pdf: Uint8Array): string {
  return withFile(pdf, file => runTool('pdftotext', [file, '-']).stdout.toString());
}

describe('a file whose cross references lead nowhere', () => {
  let authority: HolderAuthority;
  let maria: Holder;
  before(async () => {
    authority = await openHolderAuthority();
    maria = await authority.issue(MARIA);
  });

  for (const [name, text] of Object.entries(COMPLETE)) {
    it(`is signed as readers show it: ${name}`, { skip: withoutTools('pdftotext') }, async () => {
      const original = bytesOf(text);
      assert.deepEqual((await examinePdf(original)).facts, { pages: 2, signed: false, warnings: [] });
      const signed = await signPdf(original, maria, { at: START });
      assert.deepEqual(signed.subarray(0, original.length), original);
      assert.match(textIn(original), /Um contrato[\s\S]*De duas páginas/);
      assert.equal(textIn(signed), textIn(original));
      assert.equal((await signaturesAdded(original, signed)).length, 1);
      const signal = AbortSignal.timeout(60_000);
      const [report] = await verifySignatures(signed, { trust: authority.trust, now: START, signal });
      assert.equal(report?.indication, 'TOTAL-PASSED');
      assert.deepEqual(report.coverage, { wholeFile: true, bytesAfter: 0 });
    });
  }

  for (const [name, [text, why]] of Object.entries(AMBIGUOUS)) {
    it(`is refused with ${name}`, async () => {
      await assert.rejects(examinePdf(bytesOf(text)), (error: unknown) => {
        assert.ok(error instanceof PdfRefusedError);
        assert.match(String(error.cause), why);
        assert.match(error.message, /as it is written\. Open it in a PDF reader, save it again or print it/);
        return true;
      });
    });
  }

  it('is refused where it bears a signature', async () => {
    const signature = '<< /Type /Sig /ByteRange [0 1 2 3] /Contents <00> >>';
    const text = LOST.replace(
      '<< /Type /Catalog',
      `<< /AcroForm << /Fields [<< /FT /Sig /V 3 0 R >>] >> /Type /Catalog`,
    );
    const signed = text.replace(/<< \/Type \/Font[^\n]*/, signature);
    await assert.rejects(examinePdf(bytesOf(signed)), { refusal: 'cannot-be-extended' });
  });
});

it('calls a file damaged whose end is missing, and no other', async () => {
  await assert.rejects(examinePdf(bytesOf(GOOD.slice(0, TABLE - 20))), { refusal: 'damaged' });
  const unreadable = bytesOf(`${OBJECTS}${TAIL.replace(/startxref\n\d+/, 'startxref\n')}`);
  await assert.rejects(examinePdf(unreadable), { refusal: 'cannot-be-extended' });
});

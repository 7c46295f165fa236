import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { inspectPdf, PdfRefusedError, type PdfRefusal } from '../../src/pdf/inspect-pdf.ts';
import { InterruptedError } from '../../src/support/errors.ts';
import { numberedPdf } from '../../../../test/support/small-pdf.ts';
import { signalInspectors, untilAnotherInspector, withoutProcesses } from '../support/inspectors.ts';
import { bombObject, craftPdf, PLAIN_OBJECTS } from '../support/crafted-pdf.ts';

const [CATALOG, PAGES, PAGE, CONTENT] = PLAIN_OBJECTS;
const plain = craftPdf({ objects: PLAIN_OBJECTS });
const encoder = new TextEncoder();

async function refusalOf(file: Uint8Array): Promise<PdfRefusal | 'accepted'> {
  try {
    await inspectPdf(file);
    return 'accepted';
  } catch (error) {
    assert.ok(error instanceof PdfRefusedError);
    return error.refusal;
  }
}

/** Asserts that a file cannot be extended, and why, since it could be refused for other reasons. */
async function assertNotExtended(file: Uint8Array, why: RegExp, timeLimitMs = 10_000): Promise<void> {
  await assert.rejects(inspectPdf(file, { timeLimitMs }), (error: unknown) => {
    assert.ok(error instanceof PdfRefusedError);
    assert.equal(error.refusal, 'cannot-be-extended');
    assert.match(String(error.cause), why);
    return true;
  });
}

function withUnlisted(unlisted: string): Uint8Array {
  return craftPdf({ objects: PLAIN_OBJECTS, unlisted });
}

/** A signature without real content; `reference` holds its rules for later changes. */
function signedBy(reference: string): Uint8Array {
  const catalog = '<< /Type /Catalog /Pages 2 0 R /AcroForm << /Fields [5 0 R] /SigFlags 3 >> >>';
  const signature = `<< /Type /Sig /ByteRange [0 1 2 3] /Contents <00> ${reference} >>`;
  const field = `<< /FT /Sig /T (s) /V ${signature} >>`;
  return craftPdf({ objects: [catalog, PAGES, PAGE, CONTENT, field] });
}

function docMdp(parameters: string): string {
  return `/Reference [<< /TransformMethod /DocMDP /TransformParams << ${parameters} >> >>]`;
}

/** Enough for seconds of work, so that the inspection can be ended before it is done. */
const SLOW_LENGTH = 60_000;

describe('inspecting a PDF', () => {
  it('accepts a plain document and counts its pages', async () => {
    assert.deepEqual(await inspectPdf(plain), { pages: 1, signed: false, warnings: [] });
  });

  it('refuses what readers may read in two ways only if a certificate is to sign it', async () => {
    const orphan = withUnlisted('9 0 obj\n<< >>\nendobj\n');
    assert.equal(await refusalOf(orphan), 'accepted');
    await assert.rejects(inspectPdf(orphan, { forCertificate: true }), { refusal: 'ambiguous-structure' });
    const short = Buffer.from(plain)
      .toString('latin1')
      .replace(/\/Size \d+/, '/Size 2');
    for (const file of [plain, Buffer.from(short, 'latin1')])
      assert.equal((await inspectPdf(file, { forCertificate: true })).pages, 1);
  });

  it('refuses a document that has more pages than it says', async () => {
    const lie = Buffer.from(numberedPdf(2)).toString('latin1').replace('/Count 2', '/Count 1');
    assert.equal(await refusalOf(Buffer.from(lie, 'latin1')), 'ambiguous-document');
  });

  it('tells apart what is no PDF at all', async () => {
    assert.equal(await refusalOf(new Uint8Array(0)), 'empty');
    assert.equal(await refusalOf(encoder.encode('<!doctype html><title>contract.pdf</title>')), 'not-a-pdf');
    assert.equal(await refusalOf(encoder.encode('%PDF-1.7\n')), 'damaged');
    assert.equal(await refusalOf(plain.slice(0, plain.length / 2)), 'damaged');
  });

  it('says nothing of the content, neither in its message nor in its cause', async () => {
    const file = craftPdf({ objects: [CATALOG, '<< /Type /Pages /Kids (Maria) /Count 1 >>'] });
    await assert.rejects(inspectPdf(file), (error: unknown) => {
      assert.ok(error instanceof PdfRefusedError);
      assert.doesNotMatch(`${error.message} ${String(error.cause)}`, /Maria/);
      return true;
    });
  });

  it('refuses a document without pages', async () => {
    const objects = [CATALOG, '<< /Type /Pages /Kids [] /Count 0 >>'];
    assert.equal(await refusalOf(craftPdf({ objects })), 'no-pages');
  });

  it('refuses a document whose first page the reader that will draw it does not find', async () => {
    for (const kids of ['null 3 0 R', '99 0 R 3 0 R']) {
      const pages = `<< /Type /Pages /Kids [${kids}] /Count 1 >>`;
      assert.equal(await refusalOf(craftPdf({ objects: [CATALOG, pages, PAGE, CONTENT] })), 'damaged', kids);
    }
    const pages = '<< /Type /Pages /Kids [3 0 R 99 0 R] /Count 1 >>';
    assert.equal(await refusalOf(craftPdf({ objects: [CATALOG, pages, PAGE, CONTENT] })), 'accepted');
  });

  it('refuses a page tree that leads back to itself', async () => {
    const objects = [CATALOG, '<< /Type /Pages /Kids [2 0 R] /Count 1 >>'];
    assert.equal(await refusalOf(craftPdf({ objects })), 'damaged');
  });

  describe('with a signature that', () => {
    it('says nothing of changes is accepted as signed', async () => {
      assert.deepEqual(await inspectPdf(signedBy('')), { pages: 1, signed: true, warnings: [] });
    });

    it('forbids every change is refused', async () => {
      assert.equal(await refusalOf(signedBy(docMdp('/P 1'))), 'changes-not-allowed');
    });

    for (const parameters of ['/P 2', '/P 3', '']) {
      it(`allows further signatures (${parameters || 'by default'}) is accepted`, async () => {
        assert.deepEqual(await inspectPdf(signedBy(docMdp(parameters))), {
          pages: 1,
          signed: true,
          warnings: [],
        });
      });
    }

    it('locks the document through its field is refused', async () => {
      const field = '<< /FT /Sig /T (s) /V 6 0 R /Lock << /Action /All /P 1 >> >>';
      const signature = '<< /Type /Sig /ByteRange [0 1 2 3] /Contents <00> >>';
      const catalog = '<< /Type /Catalog /Pages 2 0 R /AcroForm << /Fields [5 0 R] >> >>';
      const file = craftPdf({ objects: [catalog, PAGES, PAGE, CONTENT, field, signature] });
      assert.equal(await refusalOf(file), 'changes-not-allowed');
    });
  });

  describe('of which the library and a reader see different documents', () => {
    it('refuses a second page tree that the cross references don’t list', async () => {
      const page = '9 0 obj\n<< /Type /Page /Parent 2 0 R /MediaBox [0 0 9 9] >>\nendobj\n';
      const pages = '2 0 obj\n<< /Type /Pages /Kids [9 0 R] /Count 1 >>\nendobj\n';
      await assertNotExtended(withUnlisted(page + pages), /Two versions of an object/);
    });

    it('accepts an unlisted copy that says the same', async () => {
      assert.equal(await refusalOf(withUnlisted(`2 0 obj\n${PAGES}\nendobj\n`)), 'accepted');
    });

    it('refuses a later trailer that names another catalog', async () => {
      const file = withUnlisted('9 0 obj\n<< /Type /Catalog /Pages 2 0 R >>\nendobj\n');
      const trailer = encoder.encode('trailer\n<< /Root 9 0 R /Size 10 >>\n');
      await assertNotExtended(new Uint8Array(Buffer.concat([file, trailer])), /Two catalogs/);
    });
  });

  describe('made to exhaust the service', () => {
    const HUGE = 80_000_000;

    it('stops unpacking an object stream of 80 MB', async () => {
      const bomb = bombObject(5, '/Type /ObjStm /N 1 /First 4', HUGE);
      await assertNotExtended(withUnlisted(bomb), /StructureTooLargeError/);
    });

    it('sees through a type that is escaped, and one that stands elsewhere', async () => {
      const escaped = bombObject(5, '/Type /Obj#53tm /N 1 /First 4', HUGE);
      await assertNotExtended(withUnlisted(escaped), /StructureTooLargeError/);
      const indirect = `6 0 obj\n/ObjStm\nendobj\n${bombObject(5, '/Type 6 0 R /N 1 /First 4', HUGE)}`;
      await assertNotExtended(withUnlisted(indirect), /StructureTooLargeError/);
    });

    it('lets page content be as large as it unpacks: nothing here unpacks it', async () => {
      assert.equal(await refusalOf(withUnlisted(bombObject(5, '', HUGE))), 'accepted');
    });

    it('gives up on what takes too long, and goes on with the next file', async () => {
      const endless = withUnlisted('1 '.repeat(3_000_000));
      const next = Promise.all([assertNotExtended(endless, /limits of time/, 1500), inspectPdf(plain)]);
      assert.deepEqual((await next)[1], { pages: 1, signed: false, warnings: [] });
    });

    it('refuses by the time it takes and by nothing else', async () => {
      const slow = withUnlisted('1 '.repeat(SLOW_LENGTH));
      assert.equal(await refusalOf(slow), 'accepted');
      await assertNotExtended(slow, /limits of time/, 100);
    });

    it('asks another inspector when somebody ended the first', { skip: withoutProcesses }, async () => {
      await inspectPdf(plain);
      const slow = refusalOf(withUnlisted('1 '.repeat(SLOW_LENGTH)));
      signalInspectors('SIGKILL');
      assert.equal(await slow, 'accepted');
    });

    it('blames no file when every inspector is ended', { skip: withoutProcesses }, async () => {
      await inspectPdf(plain);
      const slow = inspectPdf(withUnlisted('1 '.repeat(SLOW_LENGTH)));
      const ended = signalInspectors('SIGKILL');
      await untilAnotherInspector(ended);
      signalInspectors('SIGKILL');
      await assert.rejects(slow, InterruptedError);
      assert.deepEqual(await inspectPdf(plain), { pages: 1, signed: false, warnings: [] });
    });

    it('takes thirty small files at once', async () => {
      await Promise.all(Array.from({ length: 30 }, () => inspectPdf(plain)));
    });

    it('survives a file that asks for more memory than there is', async () => {
      const dictionary = '<< /Type /XRef /W [0 0 0] /Size 1000000000 /Length 1 >>';
      const file = withUnlisted(`5 0 obj\n${dictionary}\nstream\nx\nendstream\nendobj\n`);
      await assertNotExtended(file, /limits of time or memory/, 5000);
      assert.deepEqual(await inspectPdf(plain), { pages: 1, signed: false, warnings: [] });
    });
  });
});

import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { describe, it } from 'node:test';
import { examinePdf } from '../../../packages/service/src/pdf/examine-pdf.ts';
import { sealableUpdate } from '../../../packages/service/src/pdf/sealable-update.ts';
import { signaturesAdded } from '../../../src/certificate/signing/added-signatures.ts';
import { readPdf } from '../../../packages/service/test/support/sealing.ts';
import { BASE as SIGNED } from '../../../packages/pdf-structure/test/attacked-file.ts';
import { BASE as CHANGED } from '../../../packages/pdf-structure/test/changed-file.ts';
import { OBJECT_ATTACKS } from '../../../packages/pdf-structure/test/object-attacks.ts';
import { DISGUISED, LOOKS, REFUSED, SHARED } from '../../../packages/pdf-structure/test/refused-changes.ts';
import { SECTION_ATTACKS } from '../../../packages/pdf-structure/test/section-attacks.ts';
import { ONE_TREE, TWO_TREES } from '../../../packages/pdf-structure/test/page-trees.ts';
import { signed as withSignature, withUpdate } from '../../../packages/pdf-structure/test/update-files.ts';
import { craftHybridPdf } from '../../../packages/service/test/support/crafted-pdf.ts';
import { onePagePdf } from '../../support/small-pdf.ts';
import { pdfAsset } from '../../../packages/service/test/support/tools.ts';

const FORGED_FILES = [...OBJECT_ATTACKS, ...SECTION_ATTACKS];
const NOW = new Date('2026-11-20T14:58:03Z');

/** Objects, and ends of some, that are not listed: programs that search the file find them. */
const UNLISTED = ['weblinks', 'docmdp', 'two_signatures'].map(name => `pdfium/${name}.pdf`);

/** What the service adds, as many times as there are signers; undefined for a file that it refuses. */
async function signed(original: Uint8Array, signers: number): Promise<Uint8Array<ArrayBuffer> | undefined> {
  let file = original;
  try {
    for (let signer = 0; signer < signers; signer++) {
      ({ file } = await sealableUpdate({ original: file, sealedAt: NOW }));
    }
    return new Uint8Array(file);
  } catch {
    return undefined;
  }
}

/** Classic tables, streams, object streams, linearised, forms, signed, junk in front, and worse. */
function samples(): string[] {
  const folders = ['own', 'pdf20', 'pdfium', 'qpdf'];
  const files = folders.flatMap(folder => readdirSync(pdfAsset(folder)).map(file => `${folder}/${file}`));
  return files.filter(file => file.endsWith('.pdf') && !file.includes('bomb'));
}

/** Whether each signature, oldest first, says what may follow it. */
async function certifications(original: Uint8Array<ArrayBuffer>, whole: Uint8Array<ArrayBuffer>) {
  const added = await signaturesAdded(original, whole);
  return added.map(({ dictionary }) => dictionary.has('Reference'));
}

const bytesOf = (text: string) => new Uint8Array(Buffer.from(text, 'latin1'));

/** A page is appended, and stays empty. */
const drawNothing = () => Promise.resolve();

describe('a document whose /Size leaves objects out', () => {
  const text = Buffer.from(onePagePdf('Contrato')).toString('latin1');
  const short = bytesOf(text.replace(/\/Size \d+/, '/Size 3'));

  it('is signed, because what is appended has the right one', async () => {
    const { file } = await sealableUpdate({ original: short, sealedAt: NOW });
    assert.equal((await signaturesAdded(short, new Uint8Array(file))).length, 1);
  });

  it('is not signed by an update that leaves them out, too', async () => {
    const whole = withUpdate(short, { objects: { 4: 'null' }, size: 5 });
    await assert.rejects(signaturesAdded(short, whole), { name: 'PdfStructureError', reason: 'size' });
  });
});

describe('a document whose pages', () => {
  for (const { what, reason, file } of TWO_TREES)
    it(`can be found in two ways is not signed: ${what}`, async () => {
      await assert.rejects(signaturesAdded(file, withSignature(file)), { name: 'PdfStructureError', reason });
    });

  for (const [what, file] of Object.entries(ONE_TREE))
    it(`all readers find alike is signed: ${what}`, async () => {
      assert.equal((await signaturesAdded(file, withSignature(file))).length, 1);
    });
});

describe('what the service adds for signatures', () => {
  it('is recognised as nothing else, in every sample that the service can sign', async () => {
    let accepted = 0;
    for (const name of samples()) {
      const original = new Uint8Array(readPdf(name));
      for (const signers of [1, 3]) {
        const whole = await signed(original, signers);
        if (whole === undefined) continue;
        if (UNLISTED.includes(name)) {
          await assert.rejects(signaturesAdded(original, whole), { reason: 'unlisted-bytes' });
          await assert.rejects(examinePdf(original, { forCertificate: true }), { name: 'PdfRefusedError' });
          continue;
        }
        const added = await signaturesAdded(original, whole);
        // What the signer's page signs is taken at upload, and the other way round.
        await examinePdf(original, { forCertificate: true });
        assert.equal(added.length, signers, name);
        accepted += 1;
      }
    }
    assert.ok(accepted > 60, `only ${accepted}`);
  });

  it('certifies the document with its first signature, and no document that came signed', async () => {
    const original = new Uint8Array(readPdf('own/ok-3pages.pdf'));
    const once = await signed(original, 1);
    const thrice = await signed(original, 3);
    assert.ok(once && thrice);
    assert.deepEqual(await certifications(original, thrice), [true, false, false]);
    assert.deepEqual(await certifications(once, thrice), [false, false]);
    const text = Buffer.from(thrice).toString('latin1');
    assert.equal(text.match(/\/TransformMethod \/DocMDP/g)?.length, 1);
    assert.doesNotMatch(text, /\/Perms/);
  });

  it('may have no certification in a later signature', async () => {
    const original = new Uint8Array(readPdf('own/ok-3pages.pdf'));
    const twice = await signed(original, 2);
    assert.ok(twice);
    const text = Buffer.from(twice).toString('latin1');
    const [reference = ''] = /\/Reference \[[\s\S]*?>>\s*\]/.exec(text) ?? [];
    const last = text.lastIndexOf('\n/M (D:');
    assert.ok(reference !== '' && last > 0);
    // In place of the zeros before it, so that no offset changes.
    const moved = Buffer.from(twice);
    moved.write(`> ${reference}`, last - reference.length - 2, 'latin1');
    await assert.rejects(signaturesAdded(original, new Uint8Array(moved)), {
      name: 'AddedSignatureError',
      message: /not the first signature/,
    });
  });

  it('is not recognised with a page or a drawing among it', async () => {
    for (const name of ['own/ok-3pages.pdf', 'own/ok-objstm.pdf']) {
      const original = new Uint8Array(readPdf(name));
      const { file } = await sealableUpdate({ original, sealedAt: NOW, draw: [drawNothing] });
      await assert.rejects(signaturesAdded(original, new Uint8Array(file)), { name: 'UpdateError' }, name);
    }
  });
});

describe('forged updates', () => {
  const cases = [
    ...FORGED_FILES.map(([what, , file]) => [what, SIGNED, file] as const),
    ...REFUSED.map(([what, , objects]) => [what, CHANGED, withUpdate(CHANGED, { objects })] as const),
    ...[...SHARED, ...DISGUISED, ...LOOKS].map(
      ([what, , base, objects]) => [what, base, withUpdate(base, { objects })] as const,
    ),
  ];
  it('are refused before signing as they are by the verifier', async () => {
    assert.ok(cases.length > 140);
    for (const [what, base, file] of cases)
      await assert.rejects(
        signaturesAdded(base, file),
        ({ name }: Error) => ['PdfStructureError', 'UpdateError', 'AddedSignatureError'].includes(name),
        what,
      );
  });
});

/** The object that only newer readers find is not the form but the description. */
const described = () =>
  bytesOf(Buffer.from(craftHybridPdf()).toString('latin1').replace('AcroForm', 'Metadata'));

describe('a hybrid file', () => {
  it('is signed if what some readers do not find is not displayed', async () => {
    const whole = await signed(described(), 1);
    assert.ok(whole);
    assert.equal((await signaturesAdded(described(), whole)).length, 1);
  });

  it('is refused if it is', async () => {
    const original = new Uint8Array(craftHybridPdf());
    const whole = await signed(original, 1);
    assert.ok(whole);
    await assert.rejects(signaturesAdded(original, whole), { reason: 'hybrid' });
  });
});

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ONE_TREE, treePdf, TWO_TREES } from '../../../pdf-structure/test/page-trees.ts';
import { PAGE } from '../../../pdf-structure/test/update-files.ts';
import { inspectPdf, PdfRefusedError } from '../../src/pdf/inspect-pdf.ts';

async function outcomeOf(file: Uint8Array): Promise<string> {
  try {
    return String((await inspectPdf(file)).pages);
  } catch (error) {
    assert.ok(error instanceof PdfRefusedError);
    return error.refusal;
  }
}

/** The library finds some of them damaged, before the pages are read strictly. */
const REFUSALS = ['ambiguous-document', 'damaged', 'cannot-be-extended'];

const page = `${PAGE} 0 R`;
const root = (kids: string, count: number) => ({ 2: `<< /Type /Pages /Kids [${kids}] /Count ${count} >>` });

describe('at upload, a page tree', () => {
  for (const { what, file, isAccepted = false } of TWO_TREES)
    it(`is ${isAccepted ? 'accepted' : 'refused'} for ${what}`, async () => {
      const outcome = await outcomeOf(file);
      assert.equal(!REFUSALS.includes(outcome), isAccepted, outcome);
    });

  for (const [what, file] of Object.entries(ONE_TREE))
    it(`is accepted: ${what}`, async () => {
      assert.equal(await outcomeOf(file), '1');
    });

  /** Refused by verifiers; five readers show the same. */
  const ALIKE = {
    'a kid that is null behind the last page': [root(`${page} null`, 1), '1'],
    'a page twice at the beginning': [root(`${page} ${page}`, 2), '2'],
  } as const;

  for (const [what, [objects, pages]] of Object.entries(ALIKE))
    it(`is accepted for ${what}`, async () => {
      assert.equal(await outcomeOf(treePdf(objects)), pages);
    });

  it('says in which way it can be read twice', async () => {
    await assert.rejects(inspectPdf(treePdf(root(`${page} ${page}`, 1))), {
      refusal: 'ambiguous-document',
      message: /read in two ways/,
    });
  });
});

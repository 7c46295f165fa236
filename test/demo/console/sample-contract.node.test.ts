import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import { sampleContract } from '../../../demo/console/sample-pdf/sample-contract.ts';
import { hasTool } from '../../support/browsers.ts';

const PARTIES = { company: 'Acme (Brasil) S.A. \\ Crédito', signer: 'ZOË “Z” Łuczak' };

function run(program: string, ...args: string[]): { status: number | null; output: string } {
  const { status, stdout, stderr } = spawnSync(program, args, { encoding: 'utf8' });
  return { status, output: stdout + stderr };
}

describe('a sample contract', () => {
  let folder: string;
  const write = async (name: string, bytes: Uint8Array): Promise<string> => {
    const file = path.join(folder, name);
    await writeFile(file, bytes);
    return file;
  };

  before(async () => {
    folder = await mkdtemp(path.join(os.tmpdir(), 'sample-contract-'));
  });

  after(() => rm(folder, { recursive: true, force: true }));

  it('is the same bytes every time', () => {
    const contract = { locale: 'en', pages: 4, ...PARTIES } as const;
    assert.deepEqual(sampleContract(contract), sampleContract(contract));
  });

  for (const locale of ['pt-BR', 'en', 'es'] as const) {
    for (const pages of [1, 4, 50]) {
      it(`is clean and has ${pages} pages in ${locale}`, async t => {
        if (!hasTool('qpdf')) return t.skip('qpdf is not installed.');
        const file = await write(
          `${locale}-${pages}.pdf`,
          sampleContract({ locale, pages, ...PARTIES }).bytes,
        );
        const check = run('qpdf', '--check', file);
        assert.equal(check.status, 0, check.output);
        assert.match(check.output, /No syntax or stream encoding errors found/);
        assert.equal(run('qpdf', '--show-npages', file).output.trim(), String(pages));
      });
    }
  }

  it('holds its text with accents, quotation marks and what a PDF string must escape', async t => {
    // Poppler's tools come together: where pdfsig is, pdftotext is too.
    if (!hasTool('pdfsig')) return t.skip('poppler-utils is not installed.');
    const { bytes } = sampleContract({ locale: 'pt-BR', pages: 4, ...PARTIES });
    const { output } = run('pdftotext', '-layout', await write('text.pdf', bytes), '-');
    assert.match(output, /CONTRATO DE PRESTAÇÃO DE SERVIÇOS/);
    assert(output.includes(PARTIES.company));
    assert(output.includes('ZOË “Z” ?uczak'), 'a letter that the font lacks is a question mark');
    assert.match(output, /CLÁUSULA 23 – DA RESCISÃO/);
    assert.match(output, /Página 4 de 4/);
  });
});

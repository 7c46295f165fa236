/** `npm run size`: what the script-tag build weighs, against the budgets. Fails above a limit. */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { ensureBuild } from './support/builds.ts';
import { measure, readChunks } from './support/bundle-chunks.ts';
import { repositoryRoot } from './support/repository.ts';
import { budgetsOf, type Budget, type MeasuredFile } from './support/size-budgets.ts';

const BUILD = path.join(repositoryRoot, 'dist/script-tag');
const PDF_WORKER = 'assets/pdfjs/pdf-worker.mjs';
const CERTIFICATE_WORKER = 'assets/certificate/worker.js';

function row(name: string, ...columns: readonly (number | string)[]): string {
  const cells = columns.map(column => column.toLocaleString('en').padStart(12));
  return name.padEnd(38) + cells.join('');
}

function printTable(files: readonly MeasuredFile[]): void {
  console.log(row('dist/script-tag (bytes)', 'raw', 'gzip', 'brotli'));
  for (const { name, bytes } of files) console.log(row(name, bytes.raw, bytes.gzip, bytes.brotli));
}

function verdict({ brotli, target, limit }: Budget): string {
  if (brotli > limit) return 'TOO BIG';
  return brotli > target ? 'over the target' : 'ok';
}

function printBudgets(budgets: readonly Budget[]): void {
  console.log(`\n${row('budget (brotli, bytes)', 'now', 'target', 'fails above')}`);
  for (const budget of budgets) {
    console.log(`${row(budget.label, budget.brotli, budget.target, budget.limit)}  ${verdict(budget)}`);
    console.log(`  = ${budget.files.join(' + ')}`);
  }
}

async function measured(name: string): Promise<MeasuredFile> {
  return { name, bytes: await measure(await readFile(path.join(BUILD, name))) };
}

await ensureBuild('script-tag');
const chunks = await readChunks(BUILD);
const [pdf, certificate] = [await measured(PDF_WORKER), await measured(CERTIFICATE_WORKER)];
const budgets = budgetsOf(chunks, { pdf, certificate });
printTable([...chunks, pdf, certificate]);
printBudgets(budgets);
process.exitCode = budgets.some(({ brotli, limit }) => brotli > limit) ? 1 : 0;

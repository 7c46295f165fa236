/**
 * `npm run verify:corpus -- FOLDER`: the verdicts on all signed PDFs in a folder, beside those of poppler's pdfsig where it is
 * installed, and counts of both. No certificate is trusted: what is compared is whether the bytes are those that were signed.
 */
import { execFile } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { locateSignatures, verifySignatures, type SignatureReport, type Trust } from '@sign-session/verify';

const LIMIT_MS = 60_000;
const run = promisify(execFile);

const NOBODY: Trust = { roots: async () => [], lists: { find: async () => undefined } };

/** One signature, as one of both says it: `valid`, `invalid`, or why it is neither. */
type Integrity = string;

interface Row {
  readonly name: string;
  readonly ours: Integrity;
  readonly pdfsigs: Integrity;
  readonly fileState: string;
  readonly marks: string;
}

function integrityOf({ digestMatches, signatureValid, subIndication }: SignatureReport): Integrity {
  if (subIndication === 'GENERIC') return 'not computed';
  if (subIndication === 'FORMAT_FAILURE') return 'another form';
  return digestMatches && signatureValid ? 'valid' : 'invalid';
}

function marksOf({ laterChanges: { marks } }: SignatureReport): string {
  return marks
    .map(({ page, rect, fieldName }) => `${fieldName} p. ${page ?? '?'} [${rect?.join(' ') ?? '?'}]`)
    .join('; ');
}

/** It judges no timestamps of documents, and not every form. */
const PDFSIG: Readonly<Record<string, Integrity>> = {
  'Signature is Valid.': 'valid',
  'Signature is Invalid.': 'invalid',
  'Digest Mismatch.': 'invalid',
};

/** Of pdfsig, by what a signature covers. Empty where it is not installed or reads nothing. */
async function askPdfsig(file: string): Promise<ReadonlyMap<string, Integrity>> {
  const found = new Map<string, Integrity>();
  // It ends with 1 for a signature that is wrong.
  const { stdout } = await run('pdfsig', ['-nocert', file], { timeout: LIMIT_MS }).catch((error: unknown) =>
    error instanceof Error && 'stdout' in error ? { stdout: String(error.stdout) } : { stdout: '' },
  );
  for (const part of stdout.split(/^Signature #\d+:/m).slice(1)) {
    const range = /Signed Ranges: \[(\d+) - (\d+)\], \[(\d+) - (\d+)\]/.exec(part)?.slice(1).join(' ');
    const said = /Signature Validation: (.*)/.exec(part)?.[1] ?? '';
    found.set(range ?? String(found.size), PDFSIG[said] ?? 'not judged');
  }
  return found;
}

async function rowsOf(file: string, name: string): Promise<Row[] | string> {
  const bytes = new Uint8Array(await readFile(file));
  try {
    const located = await locateSignatures(bytes);
    const signal = AbortSignal.timeout(LIMIT_MS);
    const reports = await verifySignatures(bytes, { trust: NOBODY, now: new Date(), signal, located });
    if (reports.length === 0) return 'no signature';
    const pdfsigs = await askPdfsig(file);
    return reports.map((report, index) => {
      const [start = 0, length = 0, next = 0, rest = 0] = located[index]?.byteRange ?? [];
      return {
        name,
        ours: integrityOf(report),
        pdfsigs: pdfsigs.get(`${start} ${start + length} ${next} ${next + rest}`) ?? 'not found',
        fileState: report.laterChanges.fileState,
        marks: marksOf(report),
      };
    });
  } catch (error) {
    return error instanceof Error ? `unreadable: ${error.message}` : 'unreadable';
  }
}

function count(values: readonly string[]): string {
  const counts = new Map<string, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  const sorted = [...counts].toSorted(([, one], [, other]) => other - one);
  return sorted.map(([value, times]) => `${times} ${value}`).join(', ');
}

const [folder] = process.argv.slice(2);
if (folder === undefined) throw new TypeError('Name a folder: npm run verify:corpus -- FOLDER');
const names = (await readdir(folder, { recursive: true })).filter(name => /\.pdf$/i.test(name)).toSorted();
const rows: Row[] = [];
const others: string[] = [];
for (const name of names) {
  const found = await rowsOf(path.join(folder, name), name);
  if (typeof found === 'string') others.push(found);
  else rows.push(...found);
  for (const { ours, pdfsigs, fileState, marks } of typeof found === 'string' ? [] : found)
    process.stdout.write(`${name}\t${ours}\t${pdfsigs}\t${fileState}\t${marks}\n`);
  if (typeof found === 'string') process.stdout.write(`${name}\t${found}\n`);
}
// What one of them does not compute, it does not judge.
const isJudged = ({ ours, pdfsigs }: Row) =>
  ['valid', 'invalid'].includes(ours) && ['valid', 'invalid'].includes(pdfsigs);
const judged = rows.filter(isJudged);
const alike = judged.filter(({ ours, pdfsigs }) => ours === pdfsigs);
process.stdout.write(`
${names.length} files, ${rows.length} signatures; files without a verdict: ${count(others) || 'none'}
ours: ${count(rows.map(({ ours }) => ours))}
pdfsig: ${count(rows.map(({ pdfsigs }) => pdfsigs))}
judged by both: ${judged.length}, alike: ${alike.length}
the file as it is: ${count(rows.map(({ fileState }) => fileState))}
`);

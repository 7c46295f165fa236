import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { runTool } from './tools.ts';

/** One signature as pdfsig reports it. */
export interface SignatureReport {
  /** Such as `Signature is Valid.` */
  validation: string;
  wholeDocument: boolean;
  /** Such as `ETSI.CAdES.detached` */
  type: string;
}

/** Writes bytes to a file for other programs; deletes its folder after `use`. */
export function withFile<Result>(bytes: Uint8Array, use: (file: string) => Result): Result {
  const folder = mkdtempSync(path.join(tmpdir(), 'sign-session-test-'));
  try {
    const file = path.join(folder, 'file.pdf');
    writeFileSync(file, bytes);
    return use(file);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Signatures, oldest first. If pdfsig cannot read one, `validation` holds its error. */
export function signaturesIn(pdf: Uint8Array): SignatureReport[] {
  return readPdfsig(withFile(pdf, file => runTool('pdfsig', ['-nocert', file]).stdout.toString()));
}

/** Parses pdfsig's output. */
export function readPdfsig(output: string): SignatureReport[] {
  return output
    .split(/^Signature #\d+:$/m)
    .slice(1)
    .map(text => ({
      validation: /Signature Validation: (.*)/.exec(text)?.[1] ?? text.trim(),
      wholeDocument: /^ {2}- Total document signed$/m.test(text),
      type: /Signature Type: (.*)/.exec(text)?.[1] ?? '',
    }));
}

/** OpenSSL's word on the newest signature over the bytes that it covers: the CMS and its digest, not the path to a root. */
export function opensslAccepts(pdf: Uint8Array): boolean {
  const text = Buffer.from(pdf).toString('latin1');
  const [start, length, next, rest] =
    [...text.matchAll(/\/ByteRange ?\[ ?([\d ]+?) *\]/g)].at(-1)?.[1]?.split(/ +/).map(Number) ?? [];
  if (start === undefined || length === undefined || next === undefined || rest === undefined) return false;
  const covered = Buffer.concat([pdf.subarray(start, start + length), pdf.subarray(next, next + rest)]);
  // Behind the CMS the placeholder is filled with zeros, which OpenSSL leaves alone.
  const cms = Buffer.from(text.slice(start + length + 1, next - 1), 'hex');
  return withFile(covered, content => {
    writeFileSync(`${content}.cms`, cms);
    const options = ['-inform', 'DER', '-binary', '-noverify', '-out', '/dev/null'];
    const files = ['-in', `${content}.cms`, '-content', content];
    return runTool('openssl', ['cms', '-verify', ...options, ...files]).status === 0;
  });
}

/** qpdf's exit status: 0 is clean, 3 means warnings, 2 errors. */
export function qpdfStatus(pdf: Uint8Array): number | null {
  return withFile(pdf, file => runTool('qpdf', ['--check', file]).status);
}

export function pageCount(pdf: Uint8Array): number {
  return Number(withFile(pdf, file => runTool('qpdf', ['--show-npages', file]).stdout.toString()));
}

/** The text of the last page, in reading order. */
export function lastPageText(pdf: Uint8Array): string {
  const page = String(pageCount(pdf));
  return withFile(pdf, file =>
    runTool('pdftotext', ['-layout', '-f', page, '-l', page, file, '-']).stdout.toString(),
  );
}

/** Asserts that the newest signature is a PAdES seal over the whole file that poppler finds valid. */
export function assertSealed(pdf: Uint8Array): void {
  assert.deepEqual(signaturesIn(pdf).at(-1), {
    validation: 'Signature is Valid.',
    wholeDocument: true,
    type: 'ETSI.CAdES.detached',
  });
}

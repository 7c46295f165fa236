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

/** Files for programs to read, in a folder that is gone after `use`. */
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

/** Oldest first. A signature that pdfsig can't read at all has its complaint as `validation`. */
export function signaturesIn(pdf: Uint8Array): SignatureReport[] {
  return readPdfsig(withFile(pdf, file => runTool('pdfsig', ['-nocert', file]).stdout.toString()));
}

/** What pdfsig says of a file's signatures. */
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

/** qpdf's verdict: 0 is clean, 3 is warnings, 2 is errors. */
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

/** Asserts a PAdES seal that poppler finds valid over the whole file, as the newest signature. */
export function assertSealed(pdf: Uint8Array): void {
  assert.deepEqual(signaturesIn(pdf).at(-1), {
    validation: 'Signature is Valid.',
    wholeDocument: true,
    type: 'ETSI.CAdES.detached',
  });
}

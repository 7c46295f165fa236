import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { testAssets } from '../../../../test/support/repository.ts';

interface ToolResult {
  status: number | null;
  stdout: Buffer;
  stderr: string;
}

const required = process.env['CI'] === 'true' || process.env['REQUIRE_TOOLS'] === '1';

/** For programs that never end: on a busy machine, valid work takes up to a minute, for a page of 300 MB. */
const TIMEOUT_MS = 300_000;

/** Runs a program to its end; `input` is its standard input. */
export function runTool(name: string, args: readonly string[], input?: Uint8Array): ToolResult {
  const { status, stdout, stderr, error } = spawnSync(name, args, {
    timeout: TIMEOUT_MS,
    maxBuffer: 64 * 1024 * 1024,
    ...(input && { input }),
  });
  if (error) throw error;
  return { status, stdout, stderr: stderr.toString() };
}

/** A test's `skip` option: the reason if a program is missing, unless programs are required here. */
export function withoutTools(...names: readonly string[]): string | false {
  const missing = names.filter(name => spawnSync(name, ['--version'], { stdio: 'ignore' }).error);
  return missing.length > 0 && !required ? `not installed: ${missing.join(', ')}` : false;
}

/** @param name such as `own/ok-3pages.pdf` */
export function pdfAsset(name: string): string {
  return path.join(testAssets, 'pdf', name);
}

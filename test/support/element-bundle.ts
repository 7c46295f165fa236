import path from 'node:path';
import type { TestRunnerConfig } from '@web/test-runner';
import { build, type OutputFile } from 'esbuild';
import { repositoryRoot } from './repository.ts';

type Middleware = NonNullable<TestRunnerConfig['middleware']>[number];

/** Nothing is written: paths of the bundle's files are those of the addresses they are served at. */
const OUTPUT = path.join(repositoryRoot, '.data/element-bundle');
const ENTRY = /\.browser\.test\.ts$/;

/**
 * Bundles element tests: one entry a test file, what they share in chunks. A page then loads a few files in place of
 * some 360 modules.
 *
 * @param files absolute paths of test files.
 * @returns the bundle's files by the path of their address; a test file keeps the address of its source.
 */
async function bundle(files: readonly string[]): Promise<Map<string, OutputFile>> {
  const { outputFiles } = await build({
    absWorkingDir: repositoryRoot,
    entryPoints: [...files],
    // What fails a test for policy violations and stray errors is evaluated ahead of each entry.
    inject: ['test/support/page-watch.ts'],
    outbase: repositoryRoot,
    outdir: OUTPUT,
    chunkNames: 'chunks/[name]-[hash]',
    bundle: true,
    splitting: true,
    write: false,
    format: 'esm',
    target: 'es2022',
    conditions: ['development', 'browser'],
    keepNames: true,
    sourcemap: 'inline',
    // The runner reads the maps for each failure; only a coverage report needs the sources in them.
    sourcesContent: process.env['COVERAGE'] !== undefined,
    logLevel: 'warning',
  });
  return new Map(outputFiles.map(file => [address(path.relative(OUTPUT, file.path)), file]));
}

function address(file: string): string {
  return `/${file
    .split(path.sep)
    .join('/')
    .replace(/\.browser\.test\.js$/, '.browser.test.ts')}`;
}

/**
 * Serves element tests from one bundle, made at the first request.
 *
 * @param files absolute paths of all test files of the run.
 */
export function serveBundle(files: readonly string[]): Middleware {
  let bundled: Promise<Map<string, OutputFile>> | undefined;
  return async (context, next) => {
    if (!ENTRY.test(context.path) && !context.path.startsWith('/chunks/')) return next();
    // The chunks look for the widget's assets beside themselves.
    if (context.path.startsWith('/chunks/assets/')) {
      context.url = context.url.replace('/chunks/assets/', '/src/assets/assets/');
      return next();
    }
    bundled ??= bundle(files);
    const file = (await bundled).get(context.path);
    if (file === undefined) return next();
    context.type = 'text/javascript';
    context.body = Buffer.from(file.contents);
    return undefined;
  };
}

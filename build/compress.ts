import { readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

/** Below this many bytes a response fits into one packet anyway. */
const SMALLEST = 1024;
/** A compressed file must be smaller than this share of the original: character maps hardly shrink. */
const WORTHWHILE = 0.9;
/** Not compressed: what is compressed already. */
const LEFT_OUT = /\.(br|gz|png|jpe?g|webp|woff2)$/;

interface CompressionOptions {
  /** Brotli's quality, for the widget's 20 MB: 11 would take forty seconds of each build. */
  readonly quality: 5 | 9;
  /**
   * Whether the brotli form takes a file's place, and there is none by gzip: for the published package, which has each file
   * once. What this is false for stays, with both forms beside it.
   */
  readonly replaces?: (name: string) => boolean;
}

const brotli = promisify(brotliCompress);
const gzipped = promisify(gzip);

async function brotliOf(content: Buffer, quality: number): Promise<Buffer> {
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: quality,
    [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
  };
  return brotli(content, { params });
}

/** @param replace whether the brotli form takes the file's place; else both codings stand beside it */
async function compressFile(file: string, quality: number, replace: boolean): Promise<void> {
  const content = await readFile(file);
  if (content.length < SMALLEST) return;
  const isWorthwhile = (result: Buffer) => result.length < content.length * WORTHWHILE;
  const [byBrotli, byGzip] = await Promise.all([
    brotliOf(content, quality),
    replace ? undefined : gzipped(content, { level: 9 }),
  ]);
  if (isWorthwhile(byBrotli)) {
    await writeFile(`${file}.br`, byBrotli);
    if (replace) await rm(file);
  }
  if (byGzip !== undefined && isWorthwhile(byGzip)) await writeFile(`${file}.gz`, byGzip);
}

/**
 * Puts a brotli and a gzip file beside each file of a build, for servers that choose by Accept-Encoding. The folder has
 * just been built, and so has no compressed files of an earlier build.
 */
export async function compressFolder(
  folder: string,
  { quality, replaces }: CompressionOptions,
): Promise<void> {
  // Only debuggers read source maps: they are compressed to make a package small.
  const isCompressed = (name: string) =>
    !LEFT_OUT.test(name) && (replaces !== undefined || !name.endsWith('.map'));
  const names = (await readdir(folder, { recursive: true })).filter(isCompressed);
  await Promise.all(
    names.map(async name => {
      const file = path.join(folder, name);
      if ((await stat(file)).isFile()) await compressFile(file, quality, replaces?.(name) ?? false);
    }),
  );
}

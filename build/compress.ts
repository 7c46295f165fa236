import { readdir, readFile, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

/** Below this many bytes a response fits into one packet anyway. */
const SMALLEST = 1024;
/** A compressed file must be smaller than this share of the original: character maps hardly shrink. */
const WORTHWHILE = 0.9;
/** Not compressed: what is compressed already, and what only debuggers read. */
const LEFT_OUT = /\.(br|gz|map|png|jpe?g|webp|woff2)$/;

interface CompressionOptions {
  /** Brotli's quality, for the widget's 20 MB: 11 would take forty seconds of each build. */
  readonly quality: 5 | 9;
}

const brotli = promisify(brotliCompress);
const gzipped = promisify(gzip);

async function compressFile(file: string, quality: number): Promise<void> {
  const content = await readFile(file);
  if (content.length < SMALLEST) return;
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: quality,
    [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
  };
  const results = await Promise.all([brotli(content, { params }), gzipped(content, { level: 9 })]);
  for (const [index, extension] of (['.br', '.gz'] as const).entries()) {
    const result = results[index];
    if (result !== undefined && result.length < content.length * WORTHWHILE)
      await writeFile(file + extension, result);
  }
}

/**
 * Puts a brotli and a gzip file beside each file of a build, for servers that choose by Accept-Encoding. The folder has
 * just been built, and so has no compressed files of an earlier build.
 */
export async function compressFolder(folder: string, { quality }: CompressionOptions): Promise<void> {
  const names = (await readdir(folder, { recursive: true })).filter(name => !LEFT_OUT.test(name));
  await Promise.all(
    names.map(async name => {
      const file = path.join(folder, name);
      if ((await stat(file)).isFile()) await compressFile(file, quality);
    }),
  );
}

/** Files of which the published package has the brotli form alone: each is in it once. */
import type { Context } from 'hono';
import { getMimeType } from 'hono/utils/mime';
import { readFile, stat } from 'node:fs/promises';
import { promisify } from 'node:util';
import { brotliDecompress, gzip } from 'node:zlib';
import { acceptedEncodings } from '../http/compress-answers.ts';

const decompressed = promisify(brotliDecompress);
const gzipped = promisify(gzip);

interface PackedFile {
  /** The brotli form. */
  readonly file: string;
  /** When it was changed, so that a new build is served without a restart. */
  readonly changed: number;
}

type Content = Awaited<ReturnType<typeof decompressed>>;

/** The brotli form of a file that is there in no other one. @param file the file's own path */
export async function findPacked(file: string): Promise<PackedFile | undefined> {
  const isThere = await stat(file).then(
    () => true,
    () => false,
  );
  if (isThere) return undefined;
  const packed = await stat(`${file}.br`).catch(() => undefined);
  return packed?.isFile() === true ? { file: `${file}.br`, changed: packed.mtimeMs } : undefined;
}

/**
 * Serves packed files in the coding that a request takes. What it has read, and made by gzip, stays in memory: it is less than
 * the package, and slow clients share it.
 */
export class PackedFiles {
  readonly #known = new Map<string, { readonly changed: number; readonly content: Promise<Content> }>();

  /**
   * By the context, so that the answer keeps the headers that were set before.
   * @param tag the ETag of the brotli form
   * @returns an answer with its content, coding, length, type and ETag
   */
  async answer(c: Context, packed: PackedFile, tag: string): Promise<Response> {
    const [coding] = acceptedEncodings(c.req.header('Accept-Encoding'), ['br', 'gzip']);
    const content = await this.#contentBy(coding, packed);
    return c.body(content, 200, {
      'Content-Type': getMimeType(packed.file.slice(0, -'.br'.length)) ?? 'application/octet-stream',
      'Content-Length': String(content.length),
      ...(coding !== undefined && { 'Content-Encoding': coding }),
      ETag: coding === 'br' ? tag : `"${tag.slice(1, -1)}-${coding ?? 'identity'}"`,
      Vary: 'Accept-Encoding',
    });
  }

  #contentBy(coding: 'br' | 'gzip' | undefined, packed: PackedFile): Promise<Content> {
    if (coding === 'br') return this.#keep(packed, 'br', () => readFile(packed.file));
    const plain = async () => decompressed(await this.#contentBy('br', packed));
    return coding === undefined ? plain() : this.#keep(packed, coding, async () => gzipped(await plain()));
  }

  #keep({ file, changed }: PackedFile, coding: string, make: () => Promise<Content>): Promise<Content> {
    const key = `${coding} ${file}`;
    const known = this.#known.get(key);
    if (known?.changed === changed) return known.content;
    const content = make();
    this.#known.set(key, { changed, content });
    content.catch(() => this.#known.delete(key));
    return content;
  }
}

import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { z } from 'zod';

export interface Bytes {
  raw: number;
  gzip: number;
  /** Quality 11, as a server that compresses ahead of time would serve it. */
  brotli: number;
}

/** One script file of a build. */
export interface Chunk {
  /** File name; the builds are flat. */
  name: string;
  bytes: Bytes;
  /** The modules inside, from the source map, relative to the repository: `src/ui/icon.ts`. */
  modules: string[];
  /** Names of chunks loaded together with it. */
  staticImports: string[];
  /** Names of chunks it can load later. */
  dynamicImports: string[];
}

const compressGzip = promisify(gzip);
const compressBrotli = promisify(brotliCompress);
const sourceMapSchema = z.object({ sources: z.array(z.string()) });

/** `from"./a.js"`, `import"./a.js"` and, with the bracket, ``import(`./a.js`)``: minified output has no comments. */
const IMPORT = /\b(?:from|import)\s*(?<bracket>\()?\s*["'`]\.\/(?<name>[^"'`/]+\.js)["'`]/g;

export async function measure(content: Buffer): Promise<Bytes> {
  const [gzipped, brotlied] = await Promise.all([
    compressGzip(content, { level: 9 }),
    compressBrotli(content, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }),
  ]);
  return { raw: content.length, gzip: gzipped.length, brotli: brotlied.length };
}

/**
 * The same with other hashes in the names of chunks, made of the names alone. Those of the contents change with every chunk and
 * compress sometimes better and sometimes worse, by some 50 bytes.
 */
function withSteadyHashes(code: string): string {
  return code.replaceAll(/([\w.-]+)-[0-9a-f]{8}(?=\.js\b)/g, (_, name: string) => {
    const hash = createHash('sha256').update(name).digest('hex');
    return `${name}-${hash.slice(0, 8)}`;
  });
}

function importsOf(code: string): Pick<Chunk, 'staticImports' | 'dynamicImports'> {
  const found = [...code.matchAll(IMPORT)].map(({ groups = {} }) => groups);
  const names = (dynamic: boolean): string[] => [
    ...new Set(
      found.filter(({ bracket }) => (bracket !== undefined) === dynamic).map(({ name = '' }) => name),
    ),
  ];
  return { staticImports: names(false), dynamicImports: names(true) };
}

async function modulesOf(file: string): Promise<string[]> {
  const map = sourceMapSchema.parse(JSON.parse(await readFile(`${file}.map`, 'utf8')));
  return map.sources.map(source => source.replace(/^(?:\.\.\/)+/, ''));
}

/**
 * Reads the script files of a build, each with the source map beside it.
 *
 * @param folder a build's folder with the scripts flat inside.
 */
export async function readChunks(folder: string): Promise<Chunk[]> {
  const names = (await readdir(folder)).filter(name => name.endsWith('.js')).toSorted();
  return Promise.all(
    names.map(async name => {
      const file = path.join(folder, name);
      const content = await readFile(file);
      const code = content.toString('utf8');
      const [bytes, modules] = await Promise.all([
        measure(Buffer.from(withSteadyHashes(code))),
        modulesOf(file),
      ]);
      return { name, bytes, modules, ...importsOf(code) };
    }),
  );
}

/**
 * The chunks that get loaded when `names` do.
 *
 * @param isLoaded whether a chunk that could be loaded later is loaded too; none by default.
 */
export function loadedWith(
  names: readonly string[],
  chunks: readonly Chunk[],
  isLoaded: (chunk: Chunk) => boolean = () => false,
): Chunk[] {
  const loaded = new Set<Chunk>();
  const load = (name: string): void => {
    const chunk = chunks.find(candidate => candidate.name === name);
    if (chunk === undefined || loaded.has(chunk)) return;
    loaded.add(chunk);
    chunk.staticImports.forEach(load);
    const later = chunks.filter(({ name: other }) => chunk.dynamicImports.includes(other));
    later.filter(isLoaded).forEach(({ name: other }) => {
      load(other);
    });
  };
  names.forEach(load);
  return [...loaded];
}

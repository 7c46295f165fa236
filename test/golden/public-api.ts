import { spawnSync } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import * as prettier from 'prettier';
import { parseSync } from 'vite';
import { z } from 'zod';
import { repositoryRoot } from '../support/repository.ts';

/*
 * The report of the public API: what the package's types declare, without comments and private members, so that only
 * a change that integrators can notice changes it.
 */

const named = z.object({ name: z.string() });
const specifierSchema = z.object({ local: named, exported: named.optional(), imported: named.optional() });
const statementSchema = z.object({
  type: z.string(),
  start: z.number(),
  end: z.number(),
  source: z.object({ value: z.string() }).nullish(),
  specifiers: z.array(specifierSchema.loose()).optional(),
  declaration: z
    .object({ id: named.nullish(), declarations: z.array(z.object({ id: named })).optional() })
    .loose()
    .nullish(),
  id: named.nullish().catch(undefined),
});
type Statement = z.infer<typeof statementSchema>;

/** One emitted file: its declarations by name, and where its imports and re-exports come from. */
interface DeclarationFile {
  readonly declarations: ReadonlyMap<string, string>;
  readonly sources: ReadonlyMap<string, { readonly file: string; readonly name: string }>;
  readonly reExports: readonly string[];
}

/** `tsc` for what can be reached from the entry, into `folder`. */
function emitTypes(root: string, folder: string): void {
  const options = ['-p', path.join(folder, 'tsconfig.json')];
  const tsc = path.join(root, 'node_modules/typescript/bin/tsc');
  const { status, stdout, stderr } = spawnSync(process.execPath, [tsc, ...options], { encoding: 'utf8' });
  if (status !== 0) throw new Error(`tsc could not emit the types: ${stdout}${stderr}`);
}

function withoutComments(source: string, start: number, end: number, comments: readonly Span[]): string {
  let text = '';
  let from = start;
  for (const comment of comments) {
    if (comment.start < start || comment.end > end) continue;
    text += source.slice(from, comment.start);
    from = comment.end;
  }
  return text + source.slice(from, end);
}

interface Span {
  readonly start: number;
  readonly end: number;
}

function addSources(
  file: string,
  { source, specifiers = [] }: Statement,
  sources: Map<string, { file: string; name: string }>,
): void {
  if (!source?.value.startsWith('.')) return;
  const target = path.join(path.dirname(file), source.value).replace(/\.ts$/, '.d.ts');
  for (const { local, imported, exported } of specifiers) {
    sources.set((exported ?? local).name, { file: target, name: (imported ?? local).name });
  }
}

async function readDeclarations(folder: string, file: string): Promise<DeclarationFile> {
  const source = await readFile(path.join(folder, file), 'utf8');
  const { program, comments } = parseSync(file, source);
  const declarations = new Map<string, string>();
  const sources = new Map<string, { file: string; name: string }>();
  const reExports: string[] = [];
  for (const node of program.body) {
    const statement = statementSchema.parse(node);
    if (statement.type === 'ExportAllDeclaration') reExports.push(statement.source?.value ?? '');
    addSources(file, statement, sources);
    const { declaration } = statement;
    const id = declaration?.id ?? declaration?.declarations?.[0]?.id ?? statement.id;
    if (id) declarations.set(id.name, withoutComments(source, statement.start, statement.end, comments));
  }
  return { declarations, sources, reExports };
}

/** Without private members, which are no part of the API, and the empty lines that comments leave. */
function publicPart(declaration: string): string {
  return declaration.replaceAll(/^\s*(?:#private|private\s[^;]*);\n/gm, '').replaceAll(/\n\s*\n/g, '\n');
}

/** The public declarations and every one of ours that they name, by name. */
async function publicDeclarations(folder: string, names: DeclarationFile): Promise<Map<string, string>> {
  const files = new Map<string, DeclarationFile>();
  const found = new Map<string, string>();
  const waiting = [...names.sources.values()];
  for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
    const { file: from, name } = next;
    if (found.has(name)) continue;
    const file = files.get(from) ?? (await readDeclarations(folder, from));
    files.set(from, file);
    const text = file.declarations.get(name);
    const elsewhere = file.sources.get(name);
    if (text === undefined && elsewhere !== undefined) {
      waiting.push(elsewhere);
      continue;
    }
    if (text === undefined) throw new Error(`${from} does not declare ${name}.`);
    const declaration = publicPart(text);
    found.set(name, declaration);
    for (const [word] of declaration.matchAll(/\b[A-Z]\w*/g)) {
      const imported = file.sources.get(word);
      if (imported !== undefined) waiting.push(imported);
      else if (file.declarations.has(word)) waiting.push({ file: from, name: word });
    }
  }
  return found;
}

/** What the element's doc block promises besides its properties: `@attr {string} base-url`, slots, events, parts. */
export async function elementContract(root = repositoryRoot): Promise<string[]> {
  const source = await readFile(path.join(root, 'src/sign-session/sign-session.ts'), 'utf8');
  const tags = source.matchAll(/^ \* @(tag|attr|slot|fires|csspart|cssprop) ((?:\{[^}]*\} )?\S+)/gm);
  return [...tags].map(([, tag, name]) => `@${tag} ${name}`);
}

/** What `report` says of the declarations that `tsc` emits for these files. */
async function reportOf(
  root: string,
  files: readonly string[],
  report: (folder: string) => Promise<readonly string[]>,
): Promise<string> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'public-api-'));
  try {
    const config = {
      extends: path.join(root, 'src/tsconfig.json'),
      compilerOptions: { rootDir: root, outDir: folder, noCheck: true },
      files: files.map(file => path.join(root, file)),
      include: [],
    };
    await writeFile(path.join(folder, 'tsconfig.json'), JSON.stringify(config));
    emitTypes(root, folder);
    const text = [
      '// What the package exports. Updated as CONTRIBUTING.md says.',
      '',
      ...(await report(folder)),
    ];
    const options = await prettier.resolveConfig(path.join(repositoryRoot, 'package.json'));
    return await prettier.format(text.join('\n'), { ...options, parser: 'typescript' });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

const sorted = (declarations: ReadonlyMap<string, string>): string[] =>
  [...declarations].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, declaration]) => `${declaration}\n`);

/** The report on the element, for the sources under `root`. */
export function publicApi(root = repositoryRoot): Promise<string> {
  return reportOf(root, ['src/index.ts'], async folder => {
    const index = await readDeclarations(folder, 'src/index.d.ts');
    const pure = await readDeclarations(folder, 'src/pure.d.ts');
    return [
      ...[...index.sources.keys()].map(name => `// sign-session: ${name}`),
      ...index.reExports.map(from => `// sign-session: all of ${from}`),
      ...[...pure.sources.keys()].toSorted().map(name => `// sign-session/pure: ${name}`),
      '',
      ...(await elementContract(root)).map(line => `// ${line}`),
      '',
      ...sorted(await publicDeclarations(folder, pure)),
    ];
  });
}

/** The report on what has nothing of the element. */
export function otherEntries(root = repositoryRoot): Promise<string> {
  const entries = { open: 'src/open', server: 'src/server', testing: 'packages/testing/src' };
  const files = Object.values(entries).map(source => `${source}/index.ts`);
  return reportOf(root, files, async folder => {
    const lines: string[] = [];
    for (const [entry, source] of Object.entries(entries)) {
      const names = await readDeclarations(folder, `${source}/index.d.ts`);
      lines.push(`// sign-session/${entry}\n`, ...sorted(await publicDeclarations(folder, names)));
    }
    return lines;
  });
}

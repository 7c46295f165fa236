/**
 * Makes, from the doc block over the element, what tools know of it: the custom-elements manifest, its types in the
 * frameworks' templates, and the data of editors.
 */
import { spawnSync } from 'node:child_process';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { generateJetBrainsWebTypes } from 'custom-element-jet-brains-integration';
import { generateVsCodeCustomElementData } from 'custom-element-vs-code-integration';
import { elementOf, elementTypes, FRAMEWORKS, frameworkTypes } from './framework-types.ts';

const root = path.join(import.meta.dirname, '..');
const target = path.join(root, 'dist/npm');

function analyze(): void {
  const cem = path.join(root, 'node_modules/@custom-elements-manifest/analyzer/cem.js');
  const globs = ['sign-session', 'events'].flatMap(name => ['--globs', `src/sign-session/${name}.ts`]);
  const options = ['analyze', '--litelement', '--quiet', '--outdir', 'dist/npm', ...globs];
  const { status } = spawnSync(process.execPath, [cem, ...options], { cwd: root, stdio: 'inherit' });
  if (status !== 0) throw new Error('The manifest could not be made.');
}

interface Manifest {
  readonly modules: readonly {
    path: string;
    readonly declarations?: readonly {
      members?: readonly { readonly name: string; readonly privacy?: string }[];
    }[];
    readonly exports?: readonly { readonly declaration: { module?: string } }[];
  }[];
}

/** Writes and returns the manifest as the package has it: of the element and its events, with their places there. */
async function writeManifest(): Promise<string> {
  const file = path.join(target, 'custom-elements.json');
  const manifest: Manifest = JSON.parse(await readFile(file, 'utf8'));
  const entry = 'dist/npm/pure.js';
  for (const module of manifest.modules) {
    for (const declaration of module.declarations ?? []) {
      if (declaration.members === undefined) continue;
      declaration.members = declaration.members.filter(
        ({ name, privacy }) => privacy !== 'private' && !name.startsWith('#'),
      );
    }
    for (const { declaration } of module.exports ?? []) declaration.module = entry;
    module.path = entry;
  }
  const text = `${JSON.stringify(manifest, null, 2)}\n`;
  await writeFile(file, text);
  return text;
}

analyze();
const manifest = await writeManifest();
const element = elementOf(JSON.parse(manifest));
const types = path.join(target, 'types');
await mkdir(types, { recursive: true });
await writeFile(path.join(types, 'element.d.ts'), elementTypes(element));
for (const framework of FRAMEWORKS)
  await writeFile(path.join(types, `${framework}.d.ts`), frameworkTypes(framework, element));
const editor = { outdir: target, hideLogs: true };
generateVsCodeCustomElementData(JSON.parse(manifest), {
  ...editor,
  htmlFileName: 'vscode.html-custom-data.json',
  cssFileName: 'vscode.css-custom-data.json',
});
generateJetBrainsWebTypes(JSON.parse(manifest), { ...editor, webTypesFileName: 'web-types.json' });

import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Plugin } from 'vite';

/** The name of the file in a build's folder. */
const LICENSES_FILE = 'THIRD-PARTY-LICENSES.txt';

/** Licences that ask for their text to be passed on, and for nothing else that a bundle could not do. */
const ACCEPTED = new Set(['MIT', 'ISC', 'BSD-2-Clause', 'BSD-3-Clause', 'Apache-2.0', '0BSD']);

/** Packages that state their licence and bring no text: where the text is, from the repository's root. */
const TEXT_ELSEWHERE: Readonly<Record<string, string>> = {
  '@mediapipe/tasks-vision': 'assets/Apache-2.0.txt',
};

/** Folders of a package whose own licences go along when files from them are in the build. */
const INNER_FOLDERS: Readonly<Record<string, readonly string[]>> = {
  'pdfjs-dist': ['cmaps', 'standard_fonts', 'wasm'],
};

/** A package's list of what it has bundled itself, when that is in the build. */
const BUNDLED: Readonly<Record<string, string>> = {
  'swagger-ui-dist': 'swagger-ui-es-bundle.js.LICENSE.txt',
};

const isLicense = (file: string): boolean => /^(?:licen[cs]e|copying|notice)/i.test(file);

/** The folder of the package that a module is in, or undefined for our own. */
function packageFolder(moduleId: string): string | undefined {
  const [, before, inside] = /^\0?(.*[\\/]node_modules[\\/])((?:@[^\\/]+[\\/])?[^\\/]+)/.exec(moduleId) ?? [];
  return before === undefined || inside === undefined ? undefined : path.join(before, inside);
}

/** The last section of a README, where some packages have it. */
async function licenseInReadme(folder: string): Promise<string[]> {
  const readme = await readFile(path.join(folder, 'README.md'), 'utf8').catch(() => '');
  const section = /^#+ licen[cs]e$([\s\S]+)$/im.exec(readme)?.[1];
  return section?.includes('Copyright') === true ? [section] : [];
}

async function licenseTexts(folder: string): Promise<string[]> {
  const names = (await readdir(folder)).filter(isLicense).filter(name => !/quickjs/i.test(name));
  return Promise.all(names.toSorted().map(name => readFile(path.join(folder, name), 'utf8')));
}

/** pdf.js's build for older browsers holds parts of core-js, which state their author and their licence. */
async function coreJsNotice(folder: string): Promise<string[]> {
  const worker = await readFile(path.join(folder, 'legacy/build/pdf.worker.mjs'), 'utf8');
  const [, copyright] = /copyright: '([^']*Denis Pushkarev[^']*)'/.exec(worker) ?? [];
  if (copyright === undefined) return [];
  const license = await readFile(path.join(import.meta.dirname, '../LICENSE'), 'utf8');
  return [`core-js, within pdfjs-dist\n\n${license.replace(/^Copyright.*$/m, copyright)}`];
}

/**
 * The licence of the package in a folder, as it is passed on.
 *
 * @throws Error when the package's licence is not one of {@link ACCEPTED} or its text is missing.
 */
export async function packageNotice(root: string, folder: string): Promise<string> {
  const { name, version, license } = JSON.parse(await readFile(path.join(folder, 'package.json'), 'utf8'));
  if (!ACCEPTED.has(license)) throw new Error(`${name} is under a licence not looked at yet: ${license}`);
  const elsewhere = TEXT_ELSEWHERE[name];
  const texts =
    elsewhere === undefined
      ? await licenseTexts(folder)
      : [await readFile(path.join(root, elsewhere), 'utf8')];
  if (texts.length === 0) texts.push(...(await licenseInReadme(folder)));
  if (texts.length === 0) throw new Error(`${name} (${license}) brings no text of its licence.`);
  for (const inner of INNER_FOLDERS[name] ?? []) {
    for (const text of await licenseTexts(path.join(folder, inner))) texts.push(`${inner}/\n\n${text}`);
  }
  const bundled = BUNDLED[name];
  if (bundled !== undefined) texts.push(await readFile(path.join(folder, bundled), 'utf8'));
  if (name === 'pdfjs-dist') texts.push(...(await coreJsNotice(folder)));
  return [`${name} ${version} (${license})`, ...texts.map(text => text.trim())].join('\n\n');
}

/**
 * Writes the licences of all packages that have code or files in a build. The build fails when one is missing.
 *
 * @param otherModules paths of files that are in the build without being modules of it.
 */
export function thirdPartyLicenses(root: string, otherModules: () => Promise<Iterable<string>>): Plugin {
  return {
    name: 'third-party-licenses',
    apply: 'build',
    async generateBundle(_options, bundle) {
      const modules = new Set(await otherModules());
      for (const output of Object.values(bundle)) {
        if (output.type !== 'chunk') continue;
        for (const id of output.moduleIds) modules.add(id);
      }
      const folders = new Set(Array.from(modules).flatMap(id => packageFolder(id) ?? []));
      const notices = await Promise.all(
        Array.from(folders)
          .toSorted()
          .map(folder => packageNotice(root, folder)),
      );
      const intro = 'These packages, or parts of them, are in the files beside this one.';
      const source = `${[intro, ...notices].join(`\n\n${'-'.repeat(80)}\n\n`)}\n`;
      this.emitFile({ type: 'asset', fileName: LICENSES_FILE, source });
    },
  };
}

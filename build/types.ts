/**
 * Makes the package's types: one file an entry. `tsc` declares every module; what the entry `pure` reaches is rolled up
 * into one file, and the other entries of the element refer to that one, so that a page that imports two of them has each
 * type once. What has nothing of the element is rolled up by itself.
 */
import { spawnSync } from 'node:child_process';
import { appendFile, cp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { Extractor, ExtractorConfig, ExtractorLogLevel } from '@microsoft/api-extractor';

const root = path.join(import.meta.dirname, '..');
const target = path.join(root, 'dist/npm');
/** Within the repository, where the compilers find `lit`. */
const declarations = path.join(root, 'dist/types');

/** `tsc -p src` into a folder, with the paths of the repository. */
function declare(folder: string): void {
  const tsc = path.join(root, 'node_modules/typescript/bin/tsc');
  const { status } = spawnSync(process.execPath, [tsc, '-p', 'src', '--outDir', folder], {
    cwd: root,
    stdio: 'inherit',
  });
  if (status !== 0) throw new Error('The types could not be made.');
}

/**
 * Rolls up the declarations that `entry` reaches into the file `result`.
 *
 * @throws Error when something is wrong with them.
 */
function rollUp(entry: string, result: string): void {
  const config = ExtractorConfig.prepare({
    configObjectFullPath: undefined,
    packageJsonFullPath: path.join(root, 'package.json'),
    configObject: {
      projectFolder: root,
      mainEntryPointFilePath: entry,
      compiler: {
        overrideTsconfig: {
          compilerOptions: {
            target: 'es2022',
            module: 'esnext',
            moduleResolution: 'bundler',
            lib: ['es2022', 'dom', 'dom.iterable'],
            allowImportingTsExtensions: true,
            noEmit: true,
            strict: true,
            types: [],
          },
          files: [entry],
        },
      },
      apiReport: { enabled: false, reportFileName: '' },
      docModel: { enabled: false },
      tsdocMetadata: { enabled: false },
      dtsRollup: { enabled: true, untrimmedFilePath: result },
      messages: {
        extractorMessageReporting: {
          default: { logLevel: ExtractorLogLevel.Error },
          'ae-missing-release-tag': { logLevel: ExtractorLogLevel.None },
          // Types that others are made of need no name of their own in the package.
          'ae-forgotten-export': { logLevel: ExtractorLogLevel.None },
          // The client secret can't be read.
          'ae-missing-getter': { logLevel: ExtractorLogLevel.None },
        },
      },
    },
  });
  const { succeeded } = Extractor.invoke(config, {
    // The compiler in it is older than ours; what it reads is plain declarations.
    messageCallback: message => {
      if (message.logLevel !== ExtractorLogLevel.Error) message.handled = true;
    },
  });
  if (!succeeded) throw new Error('The types could not be rolled up.');
}

/**
 * `./pure.ts` in a declaration names a source; a package has `./pure.js`. An import without names declares nothing, and
 * its module is in no package.
 */
const withPackagePaths = (text: string): string =>
  text.replaceAll(/^import ['"][^'"]+['"];\n/gm, '').replaceAll(/(['"]\.\/[\w/-]+)\.ts(['"])/g, '$1.js$2');

/** Before 5.7 TypeScript's arrays of bytes have no type parameter; what this function returns is the same type in all versions. */
const forOlderCompilers = (text: string): string =>
  text.replaceAll('Uint8Array<ArrayBuffer>', 'ReturnType<typeof Uint8Array.of>');

/** What the roll-up leaves out: what these declarations add to global types. */
async function globalTypes(...files: readonly string[]): Promise<string> {
  const texts = await Promise.all(files.map(file => readFile(path.join(declarations, file), 'utf8')));
  return texts
    .map(text => {
      const [block] = /^declare global \{\n.*?^\}\n/ms.exec(text) ?? [];
      if (block === undefined) throw new Error('A file declares nothing global any more.');
      return block;
    })
    .join('\n');
}

await rm(declarations, { recursive: true, force: true });
declare(declarations);
const pure = path.join(target, 'pure.d.ts');
rollUp(path.join(declarations, 'src/pure.d.ts'), pure);
// The element and its events are among those that the DOM's types know.
await appendFile(
  pure,
  `\n${await globalTypes('src/sign-session/sign-session.d.ts', 'src/sign-session/events.d.ts')}`,
);
const kit = path.join(declarations, 'packages/testing/src');
for (const entry of ['open', 'server']) {
  rollUp(path.join(declarations, 'src', entry, 'index.d.ts'), path.join(target, `${entry}.d.ts`));
}
rollUp(path.join(kit, 'index.d.ts'), path.join(target, 'testing.d.ts'));
for (const entry of ['cypress', 'node', 'playwright']) {
  rollUp(path.join(kit, `${entry}.d.ts`), path.join(target, `testing-${entry}.d.ts`));
}
// The commands are among those that Cypress's types know.
await appendFile(
  path.join(target, 'testing-cypress.d.ts'),
  `\n${await globalTypes('packages/testing/src/cypress.d.ts')}`,
);
for (const entry of ['index.d.ts', 'react.d.ts']) {
  const text = await readFile(path.join(declarations, 'src', entry), 'utf8');
  await writeFile(path.join(target, entry), withPackagePaths(text));
}
for (const name of await readdir(target)) {
  if (!name.endsWith('.d.ts')) continue;
  const file = path.join(target, name);
  await writeFile(file, forOlderCompilers(await readFile(file, 'utf8')));
}
// For `require('sign-session/server')`, which Node can since 20.19. It refers to no other package.
await cp(path.join(target, 'server.d.ts'), path.join(target, 'server.d.cts'));
await rm(declarations, { recursive: true });

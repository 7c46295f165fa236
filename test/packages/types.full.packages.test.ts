import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { expect, test as base } from '@playwright/test';
import { TARBALLS } from './pack.ts';

const COMPILER_OPTIONS = {
  target: 'es2022',
  lib: ['es2020', 'dom', 'dom.iterable'],
  module: 'esnext',
  moduleResolution: 'bundler',
  strict: true,
  exactOptionalPropertyTypes: true,
  noEmit: true,
  skipLibCheck: false,
  types: [],
};

/** How a framework's page is compiled, and its page: `ATTRIBUTES` stands where the tag has more of them. */
interface Framework {
  readonly file: string;
  readonly source: string;
  readonly jsxImportSource?: string;
  readonly check?: readonly [string, ...string[]];
}

const jsx = (framework: string): Pick<Framework, 'file' | 'source'> => ({
  file: `${framework}.tsx`,
  source: `import type {} from 'sign-session/types/${framework}';
import 'sign-session';
export const page = <sign-session base-url="/" locale="en" color-scheme="dark" geolocation ATTRIBUTES />;
`,
});

const FRAMEWORKS: Readonly<Record<string, Framework>> = {
  react: { ...jsx('react'), jsxImportSource: 'react' },
  preact: { ...jsx('preact'), jsxImportSource: 'preact' },
  solid: { ...jsx('solid'), jsxImportSource: 'solid-js' },
  wrapper: {
    file: 'wrapper.tsx',
    jsxImportSource: 'react',
    source: `import { createRef } from 'react';
import { SignSession } from 'sign-session/react';
import type { SignSession as Element } from 'sign-session';
const ref = createRef<Element>();
export const page = (
  <SignSession ref={ref} baseUrl="/" className="wide" onSignCompleted={event => event.evidenceId?.trim()} ATTRIBUTES />
);
declare const some: { locale: 'en' | undefined; secret: string | undefined; done: (() => void) | undefined };
export const other = <SignSession locale={some.locale} clientSecret={some.secret} onSignCompleted={some.done} />;
`,
  },
  vue: {
    file: 'Vue.vue',
    check: ['vue-tsc'],
    source: `<script setup lang="ts">
import type {} from 'sign-session/types/vue';
import 'sign-session';
</script>
<template>
  <sign-session base-url="/" color-scheme="dark" geolocation @sign-error="$event.code.trim()" ATTRIBUTES />
</template>
`,
  },
  svelte: {
    file: 'Svelte.svelte',
    check: ['svelte-check', '--threshold', 'error', '--tsconfig'],
    source: `<script lang="ts">
import type {} from 'sign-session/types/svelte';
import 'sign-session';
</script>
<sign-session base-url="/" color-scheme="dark" geolocation onsign-error={event => event.code.trim()} ATTRIBUTES ></sign-session>
`,
  },
  dom: {
    file: 'dom.ts',
    source: `import 'sign-session';
import { SignSession, type Locale } from 'sign-session/pure';
const element: SignSession = document.createElement('sign-session');
element.addEventListener('sign-ready', event => { const locale: Locale = event.locale; return locale; });
document.addEventListener('sign-error', event => event.code.trim());
window.addEventListener('sign-completed', event => event.evidenceId?.trim());
`,
  },
};

/** Each minor version from the first that the types are made for to the newest. */
const COMPILERS = ['5.4', '5.5', '5.6', '5.7', '5.8', '5.9', '6.0', '7.0'];

/** Uses that are right, and one wrong use for each line that begins with `// not:`. */
const USES = `import 'sign-session';
import type { CertificateProvider } from 'sign-session/pure';
import { openSigning, listenToFrame } from 'sign-session/open';
import { verifyReceipt } from 'sign-session/server';
import { createFakeSession } from 'sign-session/testing';
import { addSignSessionCommands } from 'sign-session/testing/cypress';
const element = document.createElement('sign-session');
element.certificateProviders = [] satisfies readonly CertificateProvider[];
element.tokenBridge = '27413';
element.messages = { es: { 'accept.heading.document': 'Firme', otp: { 'enter.heading': 'El código' } }, en: undefined };
document.addEventListener('sign-error', event => event.code.trim());
document.addEventListener('sign-close', event => event.preventDefault());
void openSigning(Promise.resolve('ss_secret_1'), { baseUrl: '/' }).settled.then(({ receipt }) => receipt?.trim());
listenToFrame(document.createElement('iframe'), ({ type }) => type === 'sign-completed');
void [verifyReceipt, createFakeSession];
addSignSessionCommands({ add: (name: string) => name });
declare const cy: Cypress.Chainable<string>;
cy.signAccept().signCode().signHears('sign-completed');
declare const provider: CertificateProvider;
void provider.chain('1', new AbortController().signal).then(([first]) => first?.length);
// not: element.redirect = 'always';
// not: element.tokenBridge = 27413;
// not: element.messages = { es: { 'accept.sumbit': 'Firmar' } };
// not: element.messages = { en: { 'accept.consent.document': 'Yes' } };
// not: element.messages = { fr: { 'accept.heading.document': 'Signez' } };
// not: document.addEventListener('sign-error', event => event.receipt);
// not: window.addEventListener('sign-ready', event => event.code);
// not: openSigning('ss_secret_1', { baseUrl: '/', mode: 'window' });
// not: openSigning('ss_secret_1', {});
// not: element.clientSecret = 1;
// not: createFakeSession({ documents: [1] });
// not: addSignSessionCommands({});
// not: cy.signHears('sign-finished');
`;

const PACKAGES = [
  '@types/react@19',
  'preact@11',
  'react@19',
  'solid-js@1',
  'svelte@5',
  'svelte-check@4',
  'typescript@5.9',
  'vue@3.5',
  'vue-tsc@3',
  ...COMPILERS.map(version => `typescript-${version}@npm:typescript@~${version}.0`),
];

const test = base.extend<object, { folder: string }>({
  /** Has the packed widget and the frameworks installed. */
  folder: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the names of the fixtures off the pattern
    async ({}, use) => {
      const folder = await mkdtemp(path.join(os.tmpdir(), 'types-'));
      await writeFile(path.join(folder, 'package.json'), '{"private": true, "type": "module"}');
      const packages = [TARBALLS['sign-session'] ?? '', ...PACKAGES];
      execFileSync('npm', ['install', '--no-audit', '--no-fund', ...packages], {
        cwd: folder,
        stdio: 'pipe',
      });
      await use(folder);
      await rm(folder, { recursive: true });
    },
    { scope: 'worker', timeout: 300_000 },
  ],
});

/** What the framework's compiler says of the page with more attributes on its tag; nothing where all is well. */
async function compile(
  folder: string,
  { file, source, jsxImportSource, check = ['tsc'] }: Framework,
  attributes: string,
): Promise<string> {
  await writeFile(path.join(folder, file), source.replace(' ATTRIBUTES ', ` ${attributes} `));
  const config = `tsconfig.${file}.json`;
  const jsxOptions = { jsx: jsxImportSource === 'solid-js' ? 'preserve' : 'react-jsx', jsxImportSource };
  await writeFile(
    path.join(folder, config),
    JSON.stringify({
      compilerOptions: { ...COMPILER_OPTIONS, ...(jsxImportSource !== undefined && jsxOptions) },
      vueCompilerOptions: { strictTemplates: true },
      ...(file.endsWith('.svelte') ? { include: [file] } : { files: [file] }),
    }),
  );
  const [program, ...options] = check;
  const isSvelte = program === 'svelte-check';
  const project = isSvelte ? [...options, `./${config}`] : [...options, '-p', config];
  const command = program === process.execPath ? program : 'npx';
  const more = command === 'npx' ? ['--no-install', program] : [];
  const { status, stdout, stderr } = spawnSync(command, [...more, ...project], {
    cwd: folder,
    encoding: 'utf8',
  });
  return status === 0 ? '' : stdout + stderr;
}

for (const [name, framework] of Object.entries(FRAMEWORKS)) {
  test(`${name}: the types fit with library checks on, and know no attribute of another name`, async ({
    folder,
  }) => {
    test.setTimeout(180_000);
    expect(await compile(folder, framework, '')).toBe('');
    if (framework.source.includes(' ATTRIBUTES '))
      expect(await compile(folder, framework, 'bogus="x"')).toContain('bogus');
  });
}

for (const version of COMPILERS) {
  test(`TypeScript ${version} compiles right uses, with library checks on, and refuses each wrong one`, async ({
    folder,
  }) => {
    test.setTimeout(180_000);
    const program = path.join(folder, `node_modules/typescript-${version}/bin/tsc`);
    const check: [string, ...string[]] = [process.execPath, program, '--pretty', 'false'];
    const wrapper = FRAMEWORKS['wrapper'];
    if (wrapper === undefined) throw new Error('There is no wrapper.');
    expect(await compile(folder, { ...wrapper, check }, '')).toBe('');
    expect(await compile(folder, { file: 'uses.ts', source: USES, check }, '')).toBe('');
    const wrongOnes = USES.split('\n// not: ').length - 1;
    const source = USES.replaceAll('// not: ', '');
    const refused = await compile(folder, { file: 'uses.ts', source, check }, '');
    expect(refused.split(': error TS').length - 1, refused).toBe(wrongOnes);
  });
}

/** Every entry that needs no other package than those that are installed. */
const ENTRIES = `import { openSigning } from 'sign-session/open';
import { SignSession } from 'sign-session/react';
import { verifyReceipt } from 'sign-session/server';
import { createFakeSession } from 'sign-session/testing';
export const all = [openSigning, SignSession, verifyReceipt, createFakeSession];
`;
const SERVER = `import { verifyReceipt, verifyWebhook } from 'sign-session/server';
export const all = [verifyReceipt, verifyWebhook];
`;

/** What older set-ups have: no `exports`, or CommonJS. */
const RESOLUTIONS = [
  { file: 'entries.ts', source: ENTRIES, options: { module: 'commonjs', moduleResolution: 'node10' } },
  { file: 'server.cts', source: SERVER, options: { module: 'node16', moduleResolution: 'node16' } },
] as const;

for (const { file, source, options } of RESOLUTIONS) {
  test(`the entries are found with the resolution ${options.moduleResolution} and CommonJS`, async ({
    folder,
  }) => {
    await writeFile(path.join(folder, file), source);
    const project = `tsconfig.${file}.json`;
    const compilerOptions = { ...COMPILER_OPTIONS, ...options, ignoreDeprecations: '5.0' };
    await writeFile(path.join(folder, project), JSON.stringify({ compilerOptions, files: [file] }));
    const command = ['--no-install', 'tsc', '-p', project];
    const { stdout } = spawnSync('npx', command, { cwd: folder, encoding: 'utf8' });
    expect(stdout).toBe('');
  });
}

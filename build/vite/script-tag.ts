/** `vite build --mode script-tag`: the widget as files that a page loads by a script element. */
import path from 'node:path';
import type { Plugin, UserConfig } from 'vite';
import { writeIntegrity } from '../integrity.ts';
import { buildOpenScript } from '../open-script.ts';
import { pageBuiltIns } from '../page-built-ins.ts';
import { thirdPartyLicenses } from '../third-party-licenses.ts';
import {
  builtInsInOnePiece,
  otherModules,
  pdfjsForBrowsers,
  root,
  widgetOutput,
  writeAssets,
} from './widget.ts';

/** Vite's helper around an `import()`, as it stands before the minifier; a part of the module may be named. */
const PRELOAD =
  /__vitePreload\((?:async )?\(\) => (?:\{\s*const \{[^}]*\} = await (import\([^)]*\));\s*return \{[^}]*\};\s*\}|(import\([^)]*\))), [^,()]*, import\.meta\.url\)/g;

/**
 * The chunks bring no styles and nothing is preloaded, so that of Vite's helper around each `import()` only the
 * import is of use: the rest would be 3 KB in everybody's first script. Lines stay what they are, for the source maps.
 */
function plainDynamicImports(): Plugin {
  return {
    name: 'plain-dynamic-imports',
    apply: 'build',
    enforce: 'pre',
    load: id =>
      id.endsWith('vite/preload-helper.js') ? 'export const __vitePreload = load => load();' : null,
    renderChunk: code => ({
      code: code.replaceAll(PRELOAD, (all, named?: string, whole?: string) => {
        const plain = named ?? whole ?? all;
        return plain + '\n'.repeat(all.split('\n').length - plain.split('\n').length);
      }),
      map: null,
    }),
  };
}

/**
 * Lit's templates and styles come through the minifier as they were written. White space means nothing in them (no
 * template of ours stands where it is kept), and in style sheets neither do comments: together 3 % of everybody's first
 * script.
 */
function minifyTemplates(): Plugin {
  const sources = `${path.join(root, 'src')}${path.sep}`;
  return {
    name: 'minify-templates',
    apply: 'build',
    enforce: 'pre',
    transform: (code, id) =>
      id.startsWith(sources) && id.endsWith('.ts')
        ? { code: code.replaceAll(/\bcss`[^`]*`/g, minifyCss).replaceAll(/\n[ \t]+/g, '\n'), map: null }
        : null,
  };
}

/** A `css` template without comments, and without the spaces that separate nothing. */
function minifyCss(template: string): string {
  return template
    .replaceAll(/\/\*[\s\S]*?\*\//g, '')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/ ?([{};]) ?/g, '$1')
    .replaceAll(/([:,]) /g, '$1')
    .replaceAll(';}', '}');
}

/** What is evaluated until the first page of a document is on the screen, besides pdf.js, of which a page uses little. */
const UNTIL_FIRST_PAGE = ['sign-session', 'document-loader', 'document-viewer', 'pdf-viewer', 'viewed-pages'];

/**
 * Asks Chromium to compile all functions of a file on the thread that loads it: one by one, on the page's thread as they are called,
 * they take a tenth of its time until the first page. To other engines it is a comment.
 */
function compiledAhead(): Plugin {
  return {
    name: 'compiled-ahead',
    apply: 'build',
    enforce: 'post',
    generateBundle(_, bundle) {
      for (const file of Object.values(bundle)) {
        if (file.type !== 'chunk' || !UNTIL_FIRST_PAGE.includes(file.name)) continue;
        file.code = `//# allFunctionsCalledOnLoad\n${file.code}`;
        if (file.map) file.map.mappings = `;${file.map.mappings}`;
      }
    },
  };
}

/** The bundle behind `<script type="module" src="…/sign-session.js">`: everything inside, minified. */
export const scriptTag: UserConfig = {
  root,
  base: './',
  publicDir: false,
  plugins: [
    pageBuiltIns(root),
    builtInsInOnePiece,
    pdfjsForBrowsers,
    plainDynamicImports(),
    minifyTemplates(),
    compiledAhead(),
    thirdPartyLicenses(root, otherModules),
    writeAssets(
      () => true,
      async (folder, sourcemap) => {
        const plugins = [pageBuiltIns(root), plainDynamicImports()];
        await buildOpenScript(root, folder, { plugins, sourcemap });
        await writeIntegrity(folder);
      },
    ),
  ],
  build: {
    outDir: 'dist/script-tag',
    target: 'es2022',
    modulePreload: false,
    assetsInlineLimit: 0,
    sourcemap: true,
    reportCompressedSize: false,
    // `npm run size` judges sizes.
    chunkSizeWarningLimit: Number.POSITIVE_INFINITY,
    rolldownOptions: {
      input: { 'sign-session': 'src/index.ts' },
      // What lazy chunks share with the first script (Lit above all) stays in it: a file of its own would be one
      // more for the first screen to wait for.
      preserveEntrySignatures: 'allow-extension',
      output: widgetOutput,
    },
  },
};

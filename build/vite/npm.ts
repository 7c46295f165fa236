/** `vite build --mode npm`: the widget as modules of a package, for other bundlers, and the package's further entries. */
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Plugin, UserConfig } from 'vite';
import { pdfDataGroup } from '../../src/assets/pdf-data-groups.ts';
import { pageBuiltIns } from '../page-built-ins.ts';
import { thirdPartyLicenses } from '../third-party-licenses.ts';
import {
  LACKS_BUILT_INS,
  barePdfWorker,
  builtInsInOnePiece,
  bundleBuiltIns,
  bundleWorker,
  otherModules,
  pdfjs,
  pdfjsForBrowsers,
  root,
  widgetOutput,
  writeAssets,
} from './widget.ts';

/**
 * pdf.js's worker for a blob, beside which there is no file: what older browsers lack is in it, in a function, since both have
 * short names at their top.
 */
async function embeddedPdfWorker(): Promise<string> {
  return `if (${LACKS_BUILT_INS}) (() => {
${await bundleBuiltIns()}
})();
${await barePdfWorker()}`;
}

/** The assets as modules of the npm build, by their names behind `embedded:`. */
const EMBEDDED_SCRIPTS: Readonly<Record<string, () => Promise<string>>> = {
  'pdf-worker': embeddedPdfWorker,
  'image-decoders': () => bundleWorker('src/document/pdf/image-decoders.ts'),
  'certificate-worker': () => bundleWorker('src/certificate/a1/worker.ts'),
  landmarker: () => bundleWorker('src/face/landmarker/landmarker.ts'),
};

/** pdf.js's data files of a group, in base64 by their names. */
async function embeddedPdfData(group: string): Promise<Record<string, string>> {
  const files: Record<string, string> = {};
  for (const kind of ['cmaps', 'standard_fonts'] as const) {
    for (const name of await readdir(path.join(pdfjs, kind))) {
      if (name.startsWith('LICENSE') || pdfDataGroup(kind, name) !== group) continue;
      files[name] = await readFile(path.join(pdfjs, kind, name), 'base64');
    }
  }
  return files;
}

/**
 * For the npm build: the assets are modules, which any bundler takes along. A host has nothing to copy; `assets-url`
 * names a folder of files all the same, for pages whose policy forbids workers from blobs.
 */
function embedAssets(): Plugin {
  const prefix = '\0embedded:';
  return {
    name: 'embed-assets',
    apply: 'build',
    enforce: 'pre',
    resolveId(id) {
      if (id.startsWith('embedded:')) return `\0${id}`;
      return id.endsWith('/default-assets.ts') ? path.join(root, 'src/assets/embedded-assets.ts') : null;
    },
    async load(id) {
      if (!id.startsWith(prefix)) return null;
      const name = id.slice(prefix.length);
      const content = await (EMBEDDED_SCRIPTS[name]?.() ?? embeddedPdfData(name));
      return `export default ${JSON.stringify(content)};\n`;
    },
  };
}

/** The package's modules: readable, with lit left to the integrator's bundler; pdf.js inside. */
export const npm: UserConfig = {
  root,
  base: './',
  publicDir: false,
  plugins: [
    pageBuiltIns(root),
    builtInsInOnePiece,
    pdfjsForBrowsers,
    embedAssets(),
    thirdPartyLicenses(root, otherModules),
    writeAssets(place => place === 'pdfjs/wasm'),
  ],
  build: {
    outDir: 'dist/npm',
    target: 'es2022',
    minify: false,
    sourcemap: true,
    chunkSizeWarningLimit: Number.POSITIVE_INFINITY,
    reportCompressedSize: false,
    lib: {
      entry: {
        index: 'src/index.ts',
        pure: 'src/pure.ts',
        react: 'src/react.ts',
        open: 'src/open/index.ts',
        server: 'src/server/index.ts',
        testing: 'packages/testing/src/index.ts',
        'testing-cypress': 'packages/testing/src/cypress.ts',
        'testing-node': 'packages/testing/src/node.ts',
        'testing-playwright': 'packages/testing/src/playwright.ts',
      },
      formats: ['es'],
    },
    rolldownOptions: {
      external: [/^lit(\/.*)?$/, /^lean-qr(\/.*)?$/, 'react', 'jose', '@playwright/test', /^node:/],
      output: {
        ...widgetOutput,
        // Next.js leaves the component out of its server components by this.
        banner: ({ name }) => (name === 'react' ? "'use client';" : ''),
        chunkFileNames: ({ name }) => `chunks/${name.replace('_embedded_', 'embedded-')}.js`,
      },
    },
  },
};

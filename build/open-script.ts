import path from 'node:path';
import { build, type Plugin } from 'vite';

/**
 * Builds `sign-session/open` for pages without a bundler, as `open.js` beside `sign-session.js`: that one is imported when a
 * signing is shown over the page, and what else is needed when it is needed.
 *
 * @param folder the script-tag build's
 * @param plugins that build's own, for what stands in the scripts
 */
export async function buildOpenScript(
  root: string,
  folder: string,
  plugins: readonly Plugin[],
): Promise<void> {
  await build({
    configFile: false,
    root,
    base: './',
    publicDir: false,
    logLevel: 'warn',
    plugins: [
      ...plugins,
      {
        name: 'element-beside',
        enforce: 'pre',
        resolveId: id => (id === '../index.ts' ? { id: './sign-session.js', external: true } : null),
      },
    ],
    build: {
      outDir: path.relative(root, folder),
      emptyOutDir: false,
      target: 'es2022',
      modulePreload: false,
      reportCompressedSize: false,
      sourcemap: true,
      rolldownOptions: {
        input: { open: 'src/open/index.ts' },
        preserveEntrySignatures: 'allow-extension',
        output: {
          format: 'es',
          entryFileNames: '[name].js',
          chunkFileNames: 'open-[name]-[hash].js',
          hashCharacters: 'hex',
        },
      },
    },
  });
}

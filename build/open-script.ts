import path from 'node:path';
import { build, type BuildOptions, type Plugin } from 'vite';

interface OpenScriptOptions {
  /** The script-tag build's own, for what stands in the scripts. */
  readonly plugins: readonly Plugin[];
  /** As in that build. */
  readonly sourcemap: BuildOptions['sourcemap'];
}

/**
 * Builds `sign-session/open` for pages without a bundler, as `open.js` beside `sign-session.js`: that one is imported when a
 * signing is shown over the page, and what else is needed when it is needed.
 *
 * @param folder the script-tag build's
 */
export async function buildOpenScript(
  root: string,
  folder: string,
  { plugins, sourcemap = false }: OpenScriptOptions,
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
      sourcemap,
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

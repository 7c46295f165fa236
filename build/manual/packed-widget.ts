import path from 'node:path';
import type { Plugin } from 'vite';

/** The entries of the widget that the manual's pages import, by their sources, as npm's package has them. */
const ENTRIES: Readonly<Record<string, string>> = {
  'src/index.ts': 'dist/npm/index.js',
  'packages/testing/src/index.ts': 'dist/npm/testing.js',
};

/**
 * Gives the manual's playground the widget as npm's package has it: with its workers and fonts as modules, so that there is
 * nothing to copy. The pages name the sources, of which the types are known without a build.
 */
export function packedWidget(root: string): Plugin {
  return {
    name: 'packed-widget',
    enforce: 'pre',
    resolveId(id, importer) {
      if (importer === undefined || !id.startsWith('.')) return null;
      const source = path.relative(root, path.resolve(path.dirname(importer), id));
      const entry = ENTRIES[source.replaceAll(path.sep, '/')];
      return entry === undefined ? null : path.join(root, entry);
    },
  };
}

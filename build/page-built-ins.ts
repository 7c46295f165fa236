import path from 'node:path';
import type { Plugin } from 'vite';

/** What stands for a built-in in the bundle, by its name in `src/support/native.ts`. */
const NATIVE = { 'Array.from': 'arrayFrom', Event: 'NativeEvent' } as const;

/** A loop over an object's fields. It would also visit what the page has added to every object. */
const FOR_IN = /\bfor ?\(((?:(?:const|let|var) )?\w+) in ([\w.]+)\)/g;

/**
 * Makes what is bundled independent of a page that has replaced built-ins: pdf.js takes some from the widget, and loops over
 * own fields only. Our own sources do without (test/bundle.node.test.ts).
 */
export function pageBuiltIns(root: string): Plugin {
  const native = path.join(root, 'src/support/native.ts');
  return {
    name: 'page-built-ins',
    apply: 'build',
    enforce: 'pre',
    config: () => ({
      build: {
        rolldownOptions: {
          transform: {
            inject: Object.fromEntries(Object.entries(NATIVE).map(([name, ours]) => [name, [native, ours]])),
          },
        },
      },
    }),
    renderChunk: code => ({ code: code.replaceAll(FOR_IN, 'for ($1 of Object.keys($2))'), map: null }),
  };
}

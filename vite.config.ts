import { defineConfig } from 'vite';
import { npm } from './build/vite/npm.ts';
import { consolePage, pages } from './build/vite/pages.ts';
import { scriptTag } from './build/vite/script-tag.ts';

/** `vite build --mode script-tag | npm | pages | console`; `vite` alone is the development server of the pages. */
export default defineConfig(({ mode }) => {
  switch (mode) {
    case 'script-tag':
      return scriptTag;
    case 'npm':
      return npm;
    case 'console':
      return consolePage;
    default:
      return pages;
  }
});

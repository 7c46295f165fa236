import { defineConfig, mergeConfig, type UserConfig } from 'vite';
import { npm } from './build/vite/npm.ts';
import { consolePage, pages } from './build/vite/pages.ts';
import { scriptTag } from './build/vite/script-tag.ts';

/** Without the bundler's remarks on how long each of its plugins took. */
const quiet = (config: UserConfig): UserConfig =>
  mergeConfig(config, { build: { rolldownOptions: { checks: { bundlerTimings: false } } } });

/** `vite build --mode script-tag | npm | pages | console`; `vite` alone is the development server of the pages. */
export default defineConfig(({ mode }) => {
  switch (mode) {
    case 'script-tag':
      return quiet(scriptTag);
    case 'npm':
      return quiet(npm);
    case 'console':
      return quiet(consolePage);
    default:
      return quiet(pages);
  }
});

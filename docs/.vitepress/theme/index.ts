import { defineAsyncComponent } from 'vue';
import type { Theme as ThemeShape } from 'vitepress';
import Theme from 'vitepress/theme-without-fonts';
import './manual.css';

/** Loaded where a page has it. */
const playground = async () => (await import('./playground.ts')).Playground;

const theme: ThemeShape = {
  extends: Theme,
  enhanceApp({ app }) {
    app.component('Playground', defineAsyncComponent(playground));
  },
};
export default theme;

import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitepress';
import { inlineScriptsToFiles, withoutInlineStyles } from '../../build/manual/inline-scripts.ts';
import { slugify } from '../../build/manual/slugs.ts';
import { stylesToClasses } from '../../build/manual/code-styles.ts';
import { writeTwins } from '../../build/manual/twins.ts';
import { manualBase as base, widgetAddress } from '../../build/manual/widget-address.ts';
import { thirdPartyLicenses } from '../../build/third-party-licenses.ts';
import { english, portuguese } from './sidebars.ts';

const path = (place: string): string => fileURLToPath(new URL(place, import.meta.url));

const scripts = inlineScriptsToFiles(base);
const codeStyles = stylesToClasses();

/**
 * The manual. Pages for integrators only: those for contributors are read in the repository. Nothing of it asks another
 * host, and it runs under the policy of `manualHeaders` in `packages/service/src/pages/page-policy.ts`: no inline script and
 * no inline style is left in the pages.
 */
export default defineConfig({
  base,
  cacheDir: path('../../node_modules/.cache/vitepress'),
  srcExclude: [
    'architecture.md',
    'decisions/**',
    'maintainers.md',
    'performance.md',
    'public/**',
    'scale.md',
    'words.md',
  ],
  metaChunk: true,
  // Else it adds an inline style while the colours change.
  appearance: { disableTransition: false },
  lastUpdated: false,
  // A browser fetches a page when the reader goes there.
  router: { prefetchLinks: false },
  head: [['link', { rel: 'icon', href: `${base}icon.svg`, type: 'image/svg+xml' }]],
  title: 'sign-session',
  locales: {
    root: { label: 'English', lang: 'en', description: 'The manual of <sign-session>', ...english },
    pt: { label: 'Português', lang: 'pt-BR', description: 'O manual de <sign-session>', ...portuguese },
  },
  markdown: {
    anchor: { slugify },
    headers: { slugify, level: [2, 3] },
    toc: { slugify },
    // Dark in both schemes, as in the console.
    theme: 'github-dark-high-contrast',
    codeTransformers: [codeStyles.transformer],
  },
  themeConfig: {
    // Shown as HTML.
    siteTitle: 'sign-session <small>manual</small>',
    search: {
      provider: 'local',
      options: {
        locales: {
          pt: {
            translations: {
              button: { buttonText: 'Pesquisar', buttonAriaLabel: 'Pesquisar' },
              modal: {
                displayDetails: 'Mostrar detalhes',
                resetButtonTitle: 'Limpar a pesquisa',
                backButtonTitle: 'Fechar a pesquisa',
                noResultsText: 'Nenhum resultado para',
                footer: {
                  selectText: 'para abrir',
                  navigateText: 'para navegar',
                  closeText: 'para fechar',
                },
              },
            },
          },
        },
      },
    },
  },
  vite: {
    define: { 'import.meta.env.WIDGET': JSON.stringify(widgetAddress) },
    // While pages are written: npm start has the widget.
    server: { proxy: { '/sign-session': process.env['SERVICE_URL'] ?? 'http://127.0.0.1:4010' } },
    plugins: [thirdPartyLicenses(path('../..'), async () => [])],
    build: {
      chunkSizeWarningLimit: Number.POSITIVE_INFINITY,
      reportCompressedSize: false,
      rolldownOptions: { checks: { bundlerTimings: false } },
    },
  },
  transformHtml: html => scripts.transform(codeStyles.link(withoutInlineStyles(html), base)),
  async buildEnd(site) {
    await scripts.write(site.outDir);
    await codeStyles.write(site.outDir);
    await writeTwins(site);
  },
});

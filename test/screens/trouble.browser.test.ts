import { expect } from '@open-wc/testing';
import '../../src/screens/trouble/trouble-screen.ts';
import { WIDGET_WORDS } from '../../src/i18n/widget-words.ts';
import { translatorFor } from '../../src/i18n/translator.ts';
import { viewOf } from '../support/bootstraps.ts';

const SNAPSHOT = {
  state: { phase: 'open', view: viewOf() },
  document: undefined,
  pending: undefined,
  problem: undefined,
  sandboxCode: undefined,
} as const;

describe('a part of the widget that does not load', () => {
  for (const [locale, words] of [
    ['en', 'load the whole page again. What you did so far stands'],
    ['es', 'vuelva a cargar toda la página. Lo que ya hizo sigue valiendo'],
    ['pt-BR', 'recarregue a página inteira. O que você já fez continua valendo'],
  ] as const) {
    it(`twice needs the page to be loaded again (${locale})`, async () => {
      const screen = document.createElement('sign-session-trouble');
      screen.translator = translatorFor(locale, await WIDGET_WORDS.load(locale));
      screen.snapshot = SNAPSHOT;
      screen.missing = 'failed';
      document.body.append(screen);
      await screen.updateComplete;
      expect(screen.shadowRoot?.textContent).not.to.contain(words);
      screen.missing = 'lost';
      await screen.updateComplete;
      expect(screen.shadowRoot?.textContent).to.contain(words);
      screen.remove();
    });
  }
});

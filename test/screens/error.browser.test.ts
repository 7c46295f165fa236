import { expect } from '@open-wc/testing';
import '../../src/screens/error/error-screen.ts';
import { translatorFor } from '../../src/i18n/translator.ts';
import { FIRST_MESSAGES } from '../../src/i18n/first-messages.ts';
import type { Intent } from '../../src/session/intents.ts';
import type { ErrorScreen } from '../../src/screens/error/error-screen.ts';
import { viewOf } from '../support/bootstraps.ts';
import { until } from '../support/mounted-session.ts';

const SNAPSHOT = {
  state: { phase: 'open', view: viewOf() },
  document: undefined,
  pending: undefined,
  error: undefined,
  sandboxCode: undefined,
} as const;

describe('a part of the widget that does not load', () => {
  for (const [locale, words] of [
    ['en', 'Reload the page to continue. What you have done so far still counts'],
    ['es', 'Vuelva a cargar la página para continuar. Lo que ya hizo sigue siendo válido'],
    ['pt-BR', 'Recarregue a página. O que você já fez continua valendo'],
  ] as const) {
    it(`twice needs the page to be loaded again (${locale})`, async () => {
      const screen = document.createElement('sign-session-error');
      screen.translator = translatorFor(locale, await FIRST_MESSAGES.load(locale));
      screen.snapshot = SNAPSHOT;
      screen.missing = 'failed';
      document.body.append(screen);
      await screen.updateComplete;
      expect(screen.shadowRoot?.textContent).not.to.contain(words);
      screen.missing = 'retryFailed';
      await screen.updateComplete;
      expect(screen.shadowRoot?.textContent).to.contain(words);
      screen.remove();
    });
  }
});

/** Clicks without leaving the test. @returns whether the screen lets the click open the link. */
function follow(anchor: HTMLAnchorElement): boolean {
  let opens = false;
  const stay = (event: Event): void => {
    opens = !event.defaultPrevented;
    event.preventDefault();
  };
  document.addEventListener('click', stay, { once: true });
  anchor.click();
  return opens;
}

describe('the way to the signing page from a part that does not load', () => {
  let screen: ErrorScreen;
  let said: Intent[];

  /** The screen with a link that ends so many ms from now. */
  async function shown(left: number | undefined): Promise<HTMLAnchorElement> {
    screen = document.createElement('sign-session-error');
    said = [];
    screen.addEventListener('intent', ({ intent }) => said.push(intent));
    screen.translator = translatorFor('en', await FIRST_MESSAGES.load('en'));
    screen.missing = 'failed';
    offer('first', left);
    document.body.append(screen);
    return until(link, 'the link');
  }

  function offer(code: string, left: number | undefined): void {
    const view = viewOf({ hostedUrl: 'https://service.test/s/ss_test' });
    const expiresAt = left === undefined ? undefined : Date.now() + left;
    const handover = { url: `https://service.test/s/ss_test?h=${code}`, expiresAt };
    screen.snapshot = { ...SNAPSHOT, state: { phase: 'open', view }, handover };
  }

  const link = () => screen.shadowRoot?.querySelector('a');

  async function button(): Promise<HTMLButtonElement> {
    return until(
      () =>
        [...(screen.shadowRoot?.querySelectorAll('button') ?? [])].find(
          ({ textContent }) => textContent.trim() === 'Open the service’s page',
        ),
      'the button',
    );
  }

  afterEach(() => screen.remove());

  it('opens a link once, and then has another made', async () => {
    const anchor = await shown(60_000);
    expect(follow(anchor)).to.equal(true);
    const again = await button();
    expect(link()).to.equal(null);
    expect(said).to.deep.equal([]);
    again.click();
    expect(said).to.deep.equal([{ kind: 'handOver' }]);
    offer('second', 60_000);
    expect((await until(link, 'another link')).href).to.contain('h=second');
  });

  it('has another made in place of one that is too old', async () => {
    const anchor = await shown(-1);
    expect(follow(anchor)).to.equal(false);
    expect(said).to.deep.equal([{ kind: 'handOver' }]);
    await button();
    offer('second', 60_000);
    expect((await until(link, 'another link')).href).to.contain('h=second');
  });

  it('keeps a link that works as often as the signer likes', async () => {
    const anchor = await shown(undefined);
    expect(follow(anchor)).to.equal(true);
    expect(follow(anchor)).to.equal(true);
    await screen.updateComplete;
    expect(link()).to.equal(anchor);
  });
});

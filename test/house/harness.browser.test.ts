import { expect, fixture } from '@open-wc/testing';
import { sendKeys, sendMouse } from '@web/test-runner-commands';
import { css, html, LitElement } from 'lit';
import { customElement, property, query, state } from 'lit/decorators.js';
import { emulateMedia, liveService, pressKeys, serviceRequest } from '../support/runner-page.ts';

@customElement('harness-greeting')
class HarnessGreeting extends LitElement {
  static override styles = css`
    button {
      color: rgb(1, 2, 3);
      transition: none 1s;
    }
    @media (prefers-color-scheme: dark) {
      button {
        color: rgb(4, 5, 6);
      }
    }
    @media (prefers-reduced-motion: reduce) {
      button {
        transition-duration: 0s;
      }
    }
    @media (forced-colors: active) {
      button {
        outline: 2px solid;
      }
    }
  `;

  @state() private typed = '';
  @state() private clicks = 0;
  @property({ attribute: 'greeting' }) greeting = '';

  @query('input') readonly input!: HTMLInputElement;
  @query('button') readonly button!: HTMLButtonElement;

  private readonly handleInput = (): void => {
    this.typed = this.input.value;
  };

  private readonly handleClick = (): void => {
    this.clicks += 1;
  };

  override render() {
    return html`
      <input aria-label="Name" @input=${this.handleInput} />
      <button @click=${this.handleClick}>Greet</button>
      <p>${this.greeting}, ${this.typed} (${this.clicks})</p>
    `;
  }
}

describe('the test house', () => {
  let element: HarnessGreeting;

  beforeEach(async () => {
    element = await fixture<HarnessGreeting>(html`<harness-greeting greeting="Hello"></harness-greeting>`);
  });

  it('compiles decorators, types into a field and clicks with a real mouse', async () => {
    element.input.focus();
    await sendKeys({ type: 'Zoë' });
    await pressKeys('Shift+ArrowLeft');
    await sendKeys({ press: 'Backspace' });
    const box = element.button.getBoundingClientRect();
    await sendMouse({
      type: 'click',
      position: [Math.round(box.x + box.width / 2), Math.round(box.y + box.height / 2)],
    });
    await element.updateComplete;
    expect(element.renderRoot.querySelector('p')?.textContent).to.equal('Hello, Zo (1)');
  });

  it('moves the focus by keyboard, in a page that has it', async () => {
    element.input.focus();
    expect(document.hasFocus()).to.equal(true);
    await sendKeys({ press: 'Tab' });
    expect(element.shadowRoot?.activeElement?.localName).to.equal('button');
    expect(element.button.matches(':focus-visible')).to.equal(true);
    await pressKeys('Space');
    await element.updateComplete;
    expect(element.renderRoot.querySelector('p')?.textContent).to.contain('(1)');
    await pressKeys('Shift+Tab');
    expect(element.shadowRoot?.activeElement?.localName).to.equal('input');
  });

  it('emulates colour scheme, motion and forced colours where the browser can', async function () {
    const supported = await emulateMedia({
      colorScheme: 'dark',
      reducedMotion: 'reduce',
      forcedColors: 'active',
    });
    if (!supported) return this.skip();
    const style = getComputedStyle(element.button);
    expect(style.transitionDuration).to.equal('0s');
    expect(style.outlineWidth).to.equal('2px');
    await emulateMedia({ colorScheme: 'dark' });
    expect(style.color).to.equal('rgb(4, 5, 6)');
    expect(style.outlineWidth).not.to.equal('2px');
    await emulateMedia({ colorScheme: 'light' });
    expect(style.color).to.equal('rgb(1, 2, 3)');
  });

  it('serves pdf.js’s worker and data where the sources look for them, and says 404 for the rest', async () => {
    const assets = '/src/document/assets/pdfjs/';
    const worker = await fetch(`${assets}pdf-worker.mjs`);
    expect(worker.headers.get('Content-Type')).to.match(/^text\/javascript/);
    const font = await fetch(`${assets}standard_fonts/LiberationSans-Regular.ttf`);
    expect((await font.arrayBuffer()).byteLength).to.be.greaterThan(100_000);
    const missing = await fetch('/nowhere/no-such-file.pdf');
    expect(missing.status).to.equal(404);
  });

  it('reaches a real service, as a page and as an integrator’s server', async function () {
    const url = await liveService();
    const token = await serviceRequest({
      path: '/oauth2/token',
      method: 'POST',
      headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
      body: 'grant_type=client_credentials&client_id=local&client_secret=local-secret',
    });
    expect(token.status).to.equal(200);
    const refused = await fetch(`${url}/v1/signing-sessions/none`, {
      headers: { Authorization: 'Bearer x' },
    });
    expect(refused.status).to.equal(401);
  });
});

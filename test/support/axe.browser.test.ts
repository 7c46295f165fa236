/** Proves that the accessibility check looks inside elements: a check that can't fail would pass them all. */
import { expect, fixture } from '@open-wc/testing';
import { css, html, LitElement } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import { accessibilityViolations } from './axe.ts';
import { emulateMedia } from './runner-page.ts';

type Defect = 'none' | 'no-name' | 'low-contrast' | 'low-contrast-in-dark';

/** The defects lie two open shadow roots deep, like those of a control inside a screen. */
@customElement('canary-inner')
class CanaryInner extends LitElement {
  static override styles = css`
    :host {
      display: block;
      background: light-dark(white, black);
    }
    button {
      border: 0;
      font-size: 16px;
      min-block-size: 32px;
      background: light-dark(white, black);
      color: light-dark(black, white);
    }
    button.low-contrast {
      color: light-dark(#bbb, #444);
    }
    button.low-contrast-in-dark {
      color: light-dark(black, #444);
    }
  `;

  @property() defect: Defect = 'none';

  override render() {
    return html`<button class=${this.defect}>${this.defect === 'no-name' ? '' : 'Sign'}</button>`;
  }
}

@customElement('canary-outer')
class CanaryOuter extends LitElement {
  @property() defect: Defect = 'none';

  override render() {
    return html`<canary-inner .defect=${this.defect}></canary-inner>`;
  }
}

async function findings(defect: Defect, scheme: string): Promise<string[]> {
  const canary = await fixture<CanaryOuter>(html`<canary-outer .defect=${defect}></canary-outer>`);
  await canary.renderRoot.querySelector<CanaryInner>('canary-inner')?.updateComplete;
  canary.style.colorScheme = scheme;
  return accessibilityViolations(canary);
}

describe('the accessibility check', () => {
  for (const scheme of ['light', 'dark']) {
    it(`finds a button without a name in a nested shadow root, in ${scheme}`, async () => {
      const [first = ''] = await findings('no-name', scheme);
      expect(first).to.match(/^button-name: .*canary-inner >>> button/);
    });

    it(`finds text of low contrast in a nested shadow root, in ${scheme}`, async () => {
      const [first = ''] = await findings('low-contrast', scheme);
      expect(first).to.match(/^color-contrast: .*canary-inner >>> /);
    });

    it(`finds nothing wrong where nothing is, in ${scheme}`, async () => {
      expect(await findings('none', scheme)).to.deep.equal([]);
    });
  }

  it('finds in dark what is wrong only there', async () => {
    expect(await findings('low-contrast-in-dark', 'light')).to.deep.equal([]);
    expect(await findings('low-contrast-in-dark', 'dark')).to.have.length(1);
  });

  it('follows the colour scheme the browser prefers', async function () {
    if (!(await emulateMedia({ colorScheme: 'dark' }))) return this.skip();
    expect(await findings('low-contrast-in-dark', 'light dark')).to.have.length(1);
    await emulateMedia({ colorScheme: 'light' });
    expect(await findings('low-contrast-in-dark', 'light dark')).to.deep.equal([]);
  });
});

import { LitElement, css, html, nothing } from 'lit';
import { customElement, state } from 'lit/decorators.js';
import type { PageCheck, SignSession } from '../../../src/index.ts';
import { controls, paneStyles } from '../ui/controls.styles.ts';
import { LatestValue } from '../ui/latest-value.ts';

/** What a page may want to be checked for; `CUSTOM` may need the camera. */
const PROFILES = ['CLICK_ONLY', 'CLICK_PLUS_OTP', 'BIOMETRIC', 'DIGITAL_CERTIFICATE', 'CUSTOM'] as const;

/** The widget's class, as the page's script defined it. */
async function widget(): Promise<typeof SignSession> {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the name is the widget's
  return (await customElements.whenDefined('sign-session')) as typeof SignSession;
}

/** Runs `SignSession.check()` on the console's own page: whether this browser and this page can sign. */
@customElement('qa-page-check')
class QaPageCheck extends LitElement {
  static override readonly styles = [
    controls,
    paneStyles,
    css`
      ul {
        display: grid;
        gap: 10px;
        list-style: none;
      }

      small {
        color: var(--ink-2);
        display: block;
        font-size: 12px;
      }
    `,
  ];

  readonly #check = new LatestValue<PageCheck>(this);

  @state() private profile: string = 'CLICK_ONLY';

  private readonly handleProfile = ({ target }: Event) => {
    if (target instanceof HTMLSelectElement) this.profile = target.value;
  };

  private readonly handleCheck = () => {
    const { profile } = this;
    void this.#check.load(async () => (await widget()).check({ profile, locale: 'en' }));
  };

  private renderFindings({ ok, findings }: PageCheck) {
    if (findings.length === 0)
      return html`<p class="notice good">Nothing keeps a session from being signed here.</p>`;
    return html`<p class="notice ${ok ? '' : 'bad'}">
        ${ok ? 'Sessions can be signed here, with these limits.' : 'A session cannot be signed here.'}
      </p>
      <ul>
        ${findings.map(
          ({ code, severity, cause, remedy, signer }) =>
            html`<li>
              <code>${code}</code> (${severity}): ${cause} ${remedy}
              ${signer === undefined ? nothing : html`<small>The signer: ${signer}</small>`}
            </li>`,
        )}
      </ul>`;
  }

  override render() {
    const { value, problem, pending } = this.#check;
    return html`<p>
        <code>SignSession.check()</code> on this page, in this browser. Run it on your own page before signers
        come; it asks them for nothing.
      </p>
      <label class="select-label">
        Profile
        <select class="field" @change=${this.handleProfile}>
          ${PROFILES.map(name => html`<option value=${name}>${name}</option>`)}
        </select>
      </label>
      <button class="button" type="button" @click=${this.handleCheck}>Check</button>
      <div role="status">
        ${pending ? html`<p>Checking…</p>` : value === undefined ? nothing : this.renderFindings(value)}
      </div>
      ${problem === undefined ? nothing : html`<p class="notice bad" role="alert">${problem}</p>`}`;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'qa-page-check': QaPageCheck;
  }
}

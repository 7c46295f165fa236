import { css, html, type PropertyValues, type TemplateResult } from 'lit';
import { property, query, state } from 'lit/decorators.js';
import { controls } from '../../ui/controls.styles.ts';
import { define } from '../../ui/define.ts';
import { icon } from '../../ui/icon.ts';
import { ViewerPart } from '../toolbar/command.ts';

const passwordFormStyles = css`
  :host {
    display: grid;
    overflow: auto;
    padding: 24px;
  }

  form {
    display: grid;
    gap: 8px;
    margin: auto;
    max-width: 26em;
    width: 100%;
  }

  form > .icon {
    color: var(--ink-2);
    height: 32px;
    width: 32px;
  }

  h3 {
    font-size: 1.125em;
    letter-spacing: -0.01em;
    line-height: 1.3;
  }

  .entry {
    margin-top: 8px;
  }
`;

/**
 * Asks for the document's password. The password is kept in the field only: it is passed on to open the file, and
 * removed with the form.
 */
class PasswordForm extends ViewerPart {
  static override readonly styles = [controls, passwordFormStyles];

  @state() private missing = false;

  /** The last password was wrong. */
  @property({ attribute: false }) wrong = false;
  /** A password is being tried. */
  @property({ attribute: false }) checking = false;
  @property({ attribute: false }) answer!: (password: string) => void;
  @property({ attribute: false }) giveUp!: () => void;

  @query('input') private readonly field!: HTMLInputElement;

  /** Selects a wrong password, so that it can be corrected. */
  protected override updated(changed: PropertyValues<this>): void {
    if (changed.get('checking') === true && this.wrong) this.field.select();
  }

  private readonly handleSubmit = (event: SubmitEvent) => {
    event.preventDefault();
    if (this.checking) return;
    this.missing = this.field.value === '';
    if (this.missing) this.field.focus();
    else this.answer(this.field.value);
  };

  private get error(): string {
    if (this.missing) return this.messages.t('password.missing');
    return this.wrong ? this.messages.t('password.wrong') : '';
  }

  protected override render(): TemplateResult {
    const { error, messages } = this;
    return html`<form novalidate @submit=${this.handleSubmit}>
      ${icon('lock')}
      <h3 id="heading">${messages.t('password.heading')}</h3>
      <p class="secondary-text">${messages.t('password.text')}</p>
      <div class="entry">
        <label class="label" for="password">${messages.t('password.label')}</label>
        <input
          class="field"
          id="password"
          type="password"
          autocomplete="off"
          autocapitalize="off"
          spellcheck="false"
          aria-invalid=${error === '' ? 'false' : 'true'}
          aria-describedby="error"
          @input=${() => (this.missing = false)}
        />
        <p class="error-text" id="error" role="alert">${error}</p>
      </div>
      <button class="button secondary" type="submit" aria-disabled=${this.checking ? 'true' : 'false'}>
        ${messages.t('password.submit')}
      </button>
      <button class="button quiet" type="button" @click=${() => this.giveUp()}>
        ${messages.t('password.giveUp')}
      </button>
    </form>`;
  }
}

define('sign-session-document-password', PasswordForm);

declare global {
  interface HTMLElementTagNameMap {
    'sign-session-document-password': PasswordForm;
  }
}

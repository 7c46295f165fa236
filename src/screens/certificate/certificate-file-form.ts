import { LitElement, html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { property, query, state } from 'lit/decorators.js';
import { controls } from '../../ui/controls.styles.ts';
import { define } from '../../ui/define.ts';
import { SlowController } from '../../ui/slow.ts';
import { screen } from '../screen.styles.ts';
import { fileForm } from './certificate-screen.styles.ts';
import type { LaterKey } from '../../i18n/messages/message-keys.ts';
import type { LaterTranslator } from '../../i18n/later-messages.ts';

/** The signer wants to open a file. Does not propagate beyond the screen, because it contains the password. */
export class CertificateFileEvent extends Event {
  static readonly type = 'certificate-file';
  readonly file: File;
  readonly password: string;

  constructor(file: File, password: string) {
    super(CertificateFileEvent.type);
    this.file = file;
    this.password = password;
  }
}

/**
 * Choosing a PKCS#12 file, by picker or by dropping it, and its password. The password is removed from the field as
 * soon as it is used. Its actions are the screen's bar; the slot is for more of them.
 */
class CertificateFileForm extends LitElement {
  static override readonly styles = [controls, screen, fileForm];

  readonly #slow = new SlowController(this);

  @state() private file: File | undefined;
  @state() private missing = false;
  @state() private over = false;

  @property({ attribute: false }) messages!: LaterTranslator<'certificate'>;
  @property({ attribute: false }) busy = false;
  /** Why the last file did not open. */
  @property({ attribute: false }) error: LaterKey<'certificate'> | undefined;

  @query('#file') private readonly fileInput!: HTMLInputElement;
  @query('#password') private readonly passwordInput!: HTMLInputElement;

  override willUpdate(): void {
    this.#slow.waiting(this.busy);
  }

  override updated(changed: PropertyValues<this>): void {
    if (!changed.has('error') || this.error === undefined) return;
    const field = this.error === 'error.password' ? this.passwordInput : this.fileInput;
    field.focus();
    // The field may have the focus already: its error is new, and has to be in view too.
    field.scrollIntoView({ block: 'nearest' });
  }

  private take(file: File | undefined): void {
    if (file === undefined || this.busy) return;
    this.file = file;
    this.missing = false;
    this.error = undefined;
    this.passwordInput.focus();
  }

  private readonly handleChange = () => {
    this.take(this.fileInput.files?.[0]);
  };

  private readonly handleDragOver = (event: DragEvent) => {
    // Otherwise the browser would navigate to the file.
    event.preventDefault();
    this.over = true;
  };

  private readonly handleDragLeave = () => {
    this.over = false;
  };

  private readonly handleDrop = (event: DragEvent) => {
    event.preventDefault();
    this.over = false;
    this.take(event.dataTransfer?.files[0]);
  };

  private readonly handleSubmit = (event: SubmitEvent) => {
    event.preventDefault();
    if (this.busy) return;
    this.missing = this.file === undefined;
    if (this.file === undefined) {
      this.fileInput.focus();
      return;
    }
    const { value } = this.passwordInput;
    this.passwordInput.value = '';
    this.error = undefined;
    this.dispatchEvent(new CertificateFileEvent(this.file, value));
  };

  /** The error of the file; the password's error is at its own field. */
  private get fileError(): string {
    if (this.missing) return this.messages.t('error.fileMissing');
    return this.error === undefined || this.error === 'error.password' ? '' : this.messages.t(this.error);
  }

  private renderFile(): TemplateResult {
    const { messages, file, fileError } = this;
    return html`<div
      class="drop ${this.over ? 'over' : ''} ${fileError ? 'invalid' : ''}"
      @dragover=${this.handleDragOver}
      @dragleave=${this.handleDragLeave}
      @drop=${this.handleDrop}
    >
      <label class="label" for="file">${messages.t('file.label')}</label>
      <input
        id="file"
        class="visually-hidden"
        type="file"
        accept=".pfx,.p12,application/x-pkcs12"
        aria-invalid=${fileError ? 'true' : 'false'}
        aria-describedby="chosen file-error"
        @change=${this.handleChange}
      />
      <label class="button secondary" for="file" aria-hidden="true">${messages.t('file.choose')}</label>
      <p id="chosen" class="secondary-text chosen ${file === undefined ? 'drop-hint' : ''}">
        ${file === undefined ? messages.t('file.drop') : messages.t('file.chosen', { name: file.name })}
      </p>
      <p id="file-error" class="error-text" role="alert">${fileError}</p>
    </div>`;
  }

  private renderPassword(): TemplateResult {
    const { messages, error } = this;
    const wrong = error === 'error.password';
    return html`<div>
      <label class="label" for="password">${messages.t('file.password')}</label>
      <input
        id="password"
        class="field"
        type="password"
        autocomplete="current-password"
        autocapitalize="off"
        spellcheck="false"
        aria-invalid=${wrong ? 'true' : 'false'}
        aria-describedby="password-error"
      />
      <p id="password-error" class="error-text" role="alert">${wrong ? messages.t(error) : nothing}</p>
    </div>`;
  }

  override render() {
    const { messages, busy } = this;
    return html`<form novalidate @submit=${this.handleSubmit}>
      <div class="fields">${this.renderFile()} ${this.renderPassword()}</div>
      <div class="actions">
        <button class="button primary" type="submit" aria-disabled=${String(busy)}>
          ${busy ? html`<span class="spinner"></span>${messages.t('file.opening')}` : messages.t('file.open')}
        </button>
        <p class="secondary-text slow" role="status">
          ${this.#slow.slow ? messages.t('file.slow') : nothing}
        </p>
        <slot></slot>
      </div>
    </form>`;
  }
}

define('sign-session-certificate-file', CertificateFileForm);

declare global {
  interface HTMLElementTagNameMap {
    'sign-session-certificate-file': CertificateFileForm;
  }

  interface HTMLElementEventMap {
    'certificate-file': CertificateFileEvent;
  }
}

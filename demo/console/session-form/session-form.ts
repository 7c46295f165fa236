import { LitElement, html, nothing, type TemplateResult } from 'lit';
import { customElement, property, query, state } from 'lit/decorators.js';
import { controls } from '../ui/controls.styles.ts';
import { ServiceProblem, explain } from '../http/service-client.ts';
import {
  OWN_SIGNER,
  SAMPLES,
  type Settings,
  SUBJECTS,
  TEST_SIGNERS,
  withTestSigner,
  withValue,
} from '../settings/settings.ts';
import { symbol } from '../ui/symbols.ts';
import {
  ACTION_FIELDS,
  APPEARANCE_FIELDS,
  CODE_FIELDS,
  CUSTOM_STEPS_FIELD,
  DOCUMENT_POINTER,
  ENVELOPE_FIELDS,
  OPTION_FIELDS,
  POLICY_FIELDS,
  SIGNER_FIELDS,
  fieldAt,
  type Field,
} from '../settings/fields.ts';
import { fieldRows, idOf, row, select } from './field-row.ts';
import { styles } from './session-form.styles.ts';
import type { PdfFile } from '../settings/session-request.ts';
import { consoleEvent } from '../ui/console-event.ts';

/** An error, of one field or of the whole request. */
interface FieldError {
  readonly field: string | undefined;
  readonly text: string;
}

const SIGNER_CHOICES: readonly (readonly [string, string])[] = [
  ...TEST_SIGNERS.map(({ id, label }) => [id, label] as const),
  [OWN_SIGNER, 'Typed by hand'],
];

/**
 * The form with all settings of a session.
 *
 * @fires {CustomEvent<Settings>} settings-changed
 * @fires create-wanted - A session should be created.
 * @fires form-closed
 */
@customElement('qa-session-form')
export class QaSessionForm extends LitElement {
  static override readonly styles = [controls, styles];

  @state() private problem = '';
  @state() private fieldErrors: readonly FieldError[] = [];

  @property({ attribute: false }) settings!: Settings;
  @property({ attribute: false }) busy = false;
  /** The result of the last creation. */
  @property({ attribute: false }) remark = '';

  @query('.summary') private readonly summary!: HTMLElement | null;
  @query('input[type=file]') private readonly fileInput!: HTMLInputElement | null;

  /** The selected file. */
  async file(): Promise<PdfFile | undefined> {
    const file = this.fileInput?.files?.[0];
    return file && { filename: file.name, bytes: new Uint8Array(await file.arrayBuffer()) };
  }

  /** Shows an error at its fields and focuses the summary; undefined removes all errors. */
  async showErrors(error: unknown): Promise<void> {
    if (error === undefined) {
      this.problem = '';
      this.fieldErrors = [];
      return;
    }
    const errors = error instanceof ServiceProblem ? error.errors : [];
    this.problem = error instanceof ServiceProblem && errors.length > 0 ? error.title : explain(error);
    this.fieldErrors = errors.map(({ pointer, detail }) => ({ field: fieldAt(pointer), text: detail }));
    await this.updateComplete;
    this.summary?.focus();
  }

  private change(settings: Settings): void {
    this.dispatchEvent(consoleEvent('settings-changed', settings));
  }

  private readonly handleSubmit = (event: SubmitEvent) => {
    event.preventDefault();
    this.dispatchEvent(new Event('create-wanted', { bubbles: true, composed: true }));
  };

  private showField(field: string): void {
    const control = [...this.renderRoot.querySelectorAll<HTMLElement>('.field')].find(
      ({ id }) => id === idOf(field),
    );
    const fold = control?.closest('details');
    if (fold) fold.open = true;
    control?.focus();
  }

  private readonly errorAt = (pointer: string): string =>
    this.fieldErrors
      .filter(({ field }) => field === pointer)
      .map(({ text }) => text)
      .join(' ');

  private rows(fields: readonly Field[]): TemplateResult[] {
    const { settings } = this;
    return fieldRows(fields, settings.values, this.errorAt, (pointer, value) =>
      this.change(withValue(settings, pointer, value)),
    );
  }

  /** A select that is not a member of the request. */
  private choice<Value extends string>(
    pointer: string,
    label: string,
    options: {
      choices: readonly (readonly [Value, string])[];
      value: string;
      onChoose: (value: Value) => void;
    },
  ): TemplateResult {
    const { choices, value, onChoose } = options;
    const fieldError = this.errorAt(pointer);
    const onChange = (text: string) => {
      const chosen = choices.find(([known]) => known === text)?.[0];
      if (chosen !== undefined) onChoose(chosen);
    };
    const control = select({ pointer, value, fieldError, choices, onChange });
    return row({ pointer, label, half: false, fieldError, control });
  }

  private renderWhat() {
    const { settings } = this;
    const { subject, sample, values } = settings;
    return html`<fieldset>
      <legend>What is signed</legend>
      ${this.choice('/subject', 'Subject', {
        choices: SUBJECTS,
        value: subject,
        onChoose: chosen => this.change({ ...settings, subject: chosen }),
      })}
      ${
        subject === 'action'
          ? this.rows(ACTION_FIELDS)
          : this.choice(DOCUMENT_POINTER, 'PDF', {
              choices: SAMPLES,
              value: sample,
              onChoose: chosen => this.change({ ...settings, sample: chosen }),
            })
      }
      <div class="row" ?hidden=${subject === 'action' || sample !== 'file'}>
        <label class="label" for="file">File, at most 7.5 MB</label>
        <input class="field" id="file" type="file" accept="application/pdf,.pdf" />
      </div>
      ${subject === 'envelope' ? this.rows(ENVELOPE_FIELDS) : nothing} ${this.rows(POLICY_FIELDS)}
      ${values['/policy/profile'] === 'CUSTOM' ? this.rows([CUSTOM_STEPS_FIELD]) : nothing}
    </fieldset>`;
  }

  private renderSigner() {
    const { settings } = this;
    return html`<fieldset>
      <legend>Signer</legend>
      ${this.choice('/test-signer', 'Test signer', {
        choices: SIGNER_CHOICES,
        value: settings.testSigner,
        onChoose: id => this.change(withTestSigner(settings, id)),
      })}
      ${this.rows(SIGNER_FIELDS)}
    </fieldset>`;
  }

  private renderSummary() {
    if (this.problem === '') return nothing;
    return html`<div class="notice bad summary" role="alert" tabindex="-1">
      <p><strong>${this.problem}</strong></p>
      <ul ?hidden=${this.fieldErrors.length === 0}>
        ${this.fieldErrors.map(
          ({ field, text }) =>
            html`<li>
              ${
                field === undefined
                  ? text
                  : html`<button class="to-field" type="button" @click=${() => this.showField(field)}>
                      ${field}: ${text}
                    </button>`
              }
            </li>`,
        )}
      </ul>
    </div>`;
  }

  private renderActions() {
    return html`<div class="actions">
      ${this.renderSummary()}
      <button
        class="button primary"
        type="submit"
        aria-disabled=${this.busy ? 'true' : 'false'}
        aria-keyshortcuts="Control+Enter Meta+Enter"
      >
        ${this.busy ? 'Creating…' : 'Create session'} <kbd aria-hidden="true">Ctrl ↵</kbd>
      </button>
      <p class="remark" role="status">${this.remark}</p>
    </div>`;
  }

  override render() {
    return html`<form novalidate aria-label="Make a session" @submit=${this.handleSubmit}>
      <div class="head">
        <button
          class="button quiet"
          type="button"
          aria-label="Back to the scenarios"
          @click=${() => this.dispatchEvent(new Event('form-closed', { bubbles: true, composed: true }))}
        >
          ${symbol('back')}
        </button>
        <h2>Customise</h2>
      </div>
      <div class="fields">
        ${this.renderWhat()} ${this.renderSigner()}
        <details>
          <summary>One-time code</summary>
          <div class="rows">${this.rows(CODE_FIELDS)}</div>
        </details>
        <details>
          <summary>Appearance</summary>
          <div class="rows">${this.rows(APPEARANCE_FIELDS)}</div>
        </details>
        <details>
          <summary>Expiry, addresses, invitation</summary>
          <div class="rows">${this.rows(OPTION_FIELDS)}</div>
        </details>
      </div>
      ${this.renderActions()}
    </form>`;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'qa-session-form': QaSessionForm;
  }
}

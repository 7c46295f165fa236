import { LitElement, html, nothing, type TemplateResult } from 'lit';
import { customElement, property, query, state } from 'lit/decorators.js';
import { controls } from '../controls.styles.ts';
import { createEnvelope } from '../envelopes/envelope-calls.ts';
import type { ServiceClient } from '../http/service-client.ts';
import { ServiceProblem, explain } from '../http/service-errors.ts';
import type { Made } from '../made.ts';
import {
  ACTION_FIELDS,
  APPEARANCE_FIELDS,
  CODE_FIELDS,
  DOCUMENT_POINTER,
  ENVELOPE_FIELDS,
  OPTION_FIELDS,
  POLICY_FIELDS,
  SIGNER_FIELDS,
  fieldAt,
  type Field,
} from './fields.ts';
import { fieldRow, idOf, row, select } from './field-row.ts';
import { SessionCreatedEvent } from './session-created.ts';
import { styles } from './session-form.styles.ts';
import { sessionRequest, type JsonObject, type Subject } from './session-request.ts';
import { TEST_SIGNERS } from './test-signers.ts';

/** One thing that is wrong, at a field where it is about one. */
interface Complaint {
  readonly field: string | undefined;
  readonly text: string;
}

const SAMPLES = [
  ['1', 'Sample contract, 1 page'],
  ['4', 'Sample contract, 4 pages'],
  ['50', 'Sample contract, 50 pages'],
  ['file', 'A file…'],
] as const;

const SUBJECTS = [
  ['document', 'A document (signing session)'],
  ['envelope', 'A document, by several signers (envelope)'],
  ['action', 'An action (trust session)'],
] as const satisfies readonly (readonly [Subject, string])[];

/**
 * Asks for everything a session is made of, and makes it.
 *
 * @fires {SessionCreatedEvent} session-created
 */
@customElement('qa-session-form')
export class QaSessionForm extends LitElement {
  static override readonly styles = [controls, styles];

  @state() private subject: Subject = 'document';
  @state() private fromFile = false;
  @state() private busy = false;
  @state() private problem = '';
  @state() private complaints: readonly Complaint[] = [];
  @state() private remark = '';

  @property({ attribute: false }) service!: ServiceClient;

  @query('form') private readonly form!: HTMLFormElement;
  @query('.summary') private readonly summary!: HTMLElement | null;

  /** Makes the session that the form describes; what is wrong is shown in the form. */
  async create(): Promise<void> {
    if (this.busy) return;
    this.busy = true;
    this.remark = '';
    const startedAt = performance.now();
    try {
      const request = await sessionRequest(new FormData(this.form), this.subject);
      const made = await this.make(request);
      this.problem = '';
      this.complaints = [];
      this.remark = `Created in ${Math.round(performance.now() - startedAt)} ms.`;
      this.dispatchEvent(new SessionCreatedEvent(made));
    } catch (error) {
      await this.complain(error);
    } finally {
      this.busy = false;
    }
  }

  private async make(request: JsonObject): Promise<Made> {
    const { service, subject } = this;
    if (subject === 'envelope') return createEnvelope(service, request);
    return { sessions: [await service.createSession(subject, request)] };
  }

  private async complain(error: unknown): Promise<void> {
    const errors = error instanceof ServiceProblem ? error.errors : [];
    this.problem = error instanceof ServiceProblem && errors.length > 0 ? error.title : explain(error);
    this.complaints = errors.map(({ pointer, detail }) => ({ field: fieldAt(pointer), text: detail }));
    await this.updateComplete;
    this.summary?.focus();
  }

  private readonly handleSubmit = (event: SubmitEvent) => {
    event.preventDefault();
    void this.create();
  };

  private readonly handleSubject = (event: Event) => {
    if (!(event.target instanceof HTMLSelectElement)) return;
    const { value } = event.target;
    this.subject = SUBJECTS.find(([subject]) => subject === value)?.[0] ?? 'document';
  };

  private readonly handleSample = (event: Event) => {
    if (event.target instanceof HTMLSelectElement) this.fromFile = event.target.value === 'file';
  };

  private readonly handleTestSigner = (event: Event) => {
    if (!(event.target instanceof HTMLSelectElement)) return;
    const signer = TEST_SIGNERS[Number(event.target.value)];
    SIGNER_FIELDS.forEach(({ pointer }, index) => {
      const control = this.control(pointer);
      if (control instanceof HTMLInputElement) control.value = signer?.values[index] ?? '';
    });
  };

  private control(field: string): HTMLElement | undefined {
    return [...this.renderRoot.querySelectorAll<HTMLElement>('.field')].find(
      control => control.id === idOf(field),
    );
  }

  private showField(field: string): void {
    const control = this.control(field);
    const fold = control?.closest('details');
    if (fold) fold.open = true;
    control?.focus();
  }

  private complaintAt(pointer: string): string {
    return this.complaints
      .filter(({ field }) => field === pointer)
      .map(({ text }) => text)
      .join(' ');
  }

  private readonly renderField = (field: Field): TemplateResult =>
    fieldRow(field, this.complaintAt(field.pointer));

  private renderSigner() {
    return html`<fieldset>
      <legend>Signer</legend>
      <div class="row">
        <label class="label" for="test-signer">Test signer</label>
        <select class="field" id="test-signer" @change=${this.handleTestSigner}>
          ${TEST_SIGNERS.map(({ label }, index) => html`<option value=${index}>${label}</option>`)}
        </select>
      </div>
      ${SIGNER_FIELDS.map(this.renderField)}
    </fieldset>`;
  }

  private renderDocument() {
    const pointer = DOCUMENT_POINTER;
    const complaint = this.complaintAt(pointer);
    const control = select({
      pointer,
      name: 'sample',
      complaint,
      choices: SAMPLES,
      onChange: this.handleSample,
    });
    return html`<div class="rows" ?hidden=${this.subject === 'action'}>
      ${row({ pointer, label: 'PDF; samples are in the session’s language', half: false, complaint, control })}
      <div class="row" ?hidden=${!this.fromFile}>
        <label class="label" for="file">File, at most 7.5 MB</label>
        <input class="field" id="file" name="file" type="file" accept="application/pdf,.pdf" />
      </div>
    </div>`;
  }

  private renderSubject() {
    return html`<fieldset>
      <legend>What is signed, and how</legend>
      <div class="row">
        <label class="label" for="subject">Subject</label>
        <select class="field" id="subject" @change=${this.handleSubject}>
          ${SUBJECTS.map(([subject, name]) => html`<option value=${subject}>${name}</option>`)}
        </select>
      </div>
      <div class="row">
        ${this.renderDocument()}
        <div class="rows" ?hidden=${this.subject !== 'envelope'}>
          ${ENVELOPE_FIELDS.map(this.renderField)}
        </div>
        <div class="rows" ?hidden=${this.subject !== 'action'}>${ACTION_FIELDS.map(this.renderField)}</div>
      </div>
      ${POLICY_FIELDS.map(this.renderField)}
    </fieldset>`;
  }

  private renderSummary() {
    if (this.problem === '') return nothing;
    return html`<div class="notice bad summary" role="alert" tabindex="-1">
      <p><strong>${this.problem}</strong></p>
      <ul ?hidden=${this.complaints.length === 0}>
        ${this.complaints.map(
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

  override render() {
    return html`<form class="pane" novalidate aria-label="Make a session" @submit=${this.handleSubmit}>
      <div class="head"><h2>Make a session</h2></div>
      <div class="fields">
        ${this.renderSigner()} ${this.renderSubject()}
        <details>
          <summary>One-time code</summary>
          <div class="rows">${CODE_FIELDS.map(this.renderField)}</div>
        </details>
        <details open>
          <summary>Appearance</summary>
          <div class="rows">${APPEARANCE_FIELDS.map(this.renderField)}</div>
        </details>
        <details>
          <summary>Expiry, addresses, invitation</summary>
          <div class="rows">${OPTION_FIELDS.map(this.renderField)}</div>
        </details>
      </div>
      <div class="actions">
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
      </div>
    </form>`;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'qa-session-form': QaSessionForm;
  }
}

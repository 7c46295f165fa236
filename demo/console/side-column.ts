import { LitElement, css, html } from 'lit';
import { customElement, property, query } from 'lit/decorators.js';
import { controls } from './controls.styles.ts';
import type { Finding } from './scenarios/judge.ts';
import './scenarios/scenario-list.ts';
import type { QaSessionForm } from './session-form/session-form.ts';
import './session-form/session-form.ts';
import type { PdfFile } from './session-form/session-request.ts';
import type { Settings } from './settings/settings.ts';

/** The scenarios, or in their place the form; the events of both come through. */
@customElement('qa-side-column')
export class QaSideColumn extends LitElement {
  static override readonly styles = [
    controls,
    css`
      :host {
        display: grid;
        grid-template-columns: minmax(0, 1fr);
        min-height: 0;
      }
    `,
  ];

  @property({ attribute: false }) settings!: Settings;
  /** The id of the scenario that is shown. */
  @property({ attribute: false }) selected: string | undefined;
  @property({ attribute: false }) isCustomising = false;
  @property({ attribute: false }) busy = false;
  /** What became of the latest creation. */
  @property({ attribute: false }) remark = '';
  /** By the ids of the scenarios that were run. */
  @property({ attribute: false }) findings: ReadonlyMap<string, Finding> = new Map();

  @query('qa-session-form') private readonly form!: QaSessionForm;

  /** The file that was chosen in the form. */
  file(): Promise<PdfFile | undefined> {
    return this.form.file();
  }

  /** Says in the form what is wrong: nothing, with undefined. */
  async complain(error: unknown): Promise<void> {
    await this.updateComplete;
    await this.form.complain(error);
  }

  override render() {
    const { settings, selected, isCustomising, busy, remark, findings } = this;
    return html`<qa-scenarios
        ?hidden=${isCustomising}
        .selected=${selected}
        .busy=${busy}
        .findings=${findings}
      ></qa-scenarios>
      <qa-session-form
        ?hidden=${!isCustomising}
        .settings=${settings}
        .busy=${busy}
        .remark=${remark}
      ></qa-session-form>`;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'qa-side-column': QaSideColumn;
  }
}

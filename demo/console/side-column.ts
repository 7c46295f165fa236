import { LitElement, css, html } from 'lit';
import { customElement, property, query } from 'lit/decorators.js';
import { controls } from './ui/controls.styles.ts';
import type { Finding } from './scenarios/compare-result.ts';
import './scenarios/scenario-list.ts';
import type { QaSessionForm } from './session-form/session-form.ts';
import './session-form/session-form.ts';
import type { PdfFile } from './settings/session-request.ts';
import type { Settings } from './settings/settings.ts';

/** The scenarios or the form. The events of both bubble. */
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
  /** The result of the last creation. */
  @property({ attribute: false }) remark = '';
  /** The results of the scenarios that were run, by scenario id. */
  @property({ attribute: false }) findings: ReadonlyMap<string, Finding> = new Map();

  @query('qa-session-form') private readonly form!: QaSessionForm;

  /** The file that was chosen in the form. */
  file(): Promise<PdfFile | undefined> {
    return this.form.file();
  }

  /** Shows an error in the form; undefined removes it. */
  async showErrors(error: unknown): Promise<void> {
    await this.updateComplete;
    await this.form.showErrors(error);
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

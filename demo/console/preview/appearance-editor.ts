import { LitElement, css, html } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import { controls } from '../ui/controls.styles.ts';
import { fieldRows } from '../session-form/field-row.ts';
import { APPEARANCE_FIELDS } from '../settings/fields.ts';
import { type Settings, withValue } from '../settings/settings.ts';
import { styles } from '../session-form/session-form.styles.ts';
import '../ui/popover.ts';
import { consoleEvent } from '../ui/console-event.ts';

const NO_COMPLAINT = (): string => '';

/**
 * The fields of the appearance. The widget applies each change at once.
 *
 * @fires {CustomEvent<Settings>} settings-changed
 */
@customElement('qa-appearance')
class QaAppearance extends LitElement {
  static override readonly styles = [
    controls,
    styles,
    css`
      :host {
        display: inline-flex;
      }

      .rows {
        width: min(21rem, calc(100vw - 48px));
      }
    `,
  ];

  @property({ attribute: false }) settings!: Settings;

  override render() {
    const { settings } = this;
    return html`<qa-popover label="Appearance">
      <div class="rows">
        ${fieldRows(APPEARANCE_FIELDS, settings.values, NO_COMPLAINT, (pointer, value) =>
          this.dispatchEvent(consoleEvent('settings-changed', withValue(settings, pointer, value))),
        )}
      </div>
    </qa-popover>`;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'qa-appearance': QaAppearance;
  }
}

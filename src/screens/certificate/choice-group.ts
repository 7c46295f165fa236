import { html, type TemplateResult } from 'lit';

/** An option of a group. */
export interface Option {
  readonly label: string;
  readonly chosen: boolean;
  readonly choose: () => void;
}

/** A group of radio buttons. @param name identifies the group in its screen */
export function choiceGroup(label: string, name: string, options: readonly Option[]): TemplateResult {
  return html`<fieldset>
    <legend class="label">${label}</legend>
    ${options.map(
      option =>
        html`<label class="choice">
          <input type="radio" name=${name} .checked=${option.chosen} @change=${option.choose} />
          ${option.label}
        </label>`,
    )}
  </fieldset>`;
}

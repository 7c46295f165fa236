import { html, type TemplateResult } from 'lit';

/** One of several things to choose from. */
export interface Option {
  readonly label: string;
  readonly chosen: boolean;
  readonly choose: () => void;
}

/** A question with one answer. @param name tells it from the other questions of its screen */
export function choiceGroup(label: string, name: string, options: readonly Option[]): TemplateResult {
  return html`<fieldset>
    <legend class="label">${label}</legend>
    ${options.map(
      option =>
        html`<label class="option">
          <input type="radio" name=${name} .checked=${option.chosen} @change=${option.choose} />
          ${option.label}
        </label>`,
    )}
  </fieldset>`;
}

import { css, html, type TemplateResult } from 'lit';
import { live } from 'lit/directives/live.js';

/** A choice of a few options side by side; a radio group for assistive technology and the keyboard. */
export function segments<Value extends string>(options: {
  readonly legend: string;
  readonly choices: readonly (readonly [value: Value, name: string])[];
  readonly value: string;
  readonly onChoose: (value: Value) => void;
}): TemplateResult {
  const { legend, choices, value: chosen, onChoose } = options;
  return html`<fieldset class="segments">
    <legend class="visually-hidden">${legend}</legend>
    ${choices.map(
      ([value, name]) =>
        html`<label class="segment">
          <input
            type="radio"
            name=${legend}
            .value=${value}
            .checked=${live(value === chosen)}
            @change=${() => onChoose(value)}
          />
          <span>${name}</span>
        </label>`,
    )}
  </fieldset>`;
}

export const segmentStyles = css`
  .segments {
    border: 1px solid var(--line);
    border-radius: 8px;
    display: inline-flex;
    flex: none;
  }

  .segment {
    cursor: pointer;
    display: flex;
    position: relative;
  }

  .segment input {
    appearance: none;
    border-radius: 7px;
    cursor: pointer;
    inset: 0;
    margin: 0;
    position: absolute;
  }

  .segment span {
    border-radius: 7px;
    font-weight: 500;
    line-height: 20px;
    padding: 5px 11px;
  }

  .segment input:checked + span {
    background: var(--brand-soft);
    color: var(--brand-text);
    font-weight: 600;
  }

  .segment input:hover:not(:checked) + span {
    background: var(--hover);
  }

  @media (pointer: coarse) {
    .segment span {
      line-height: 34px;
    }
  }

  @media (forced-colors: active) {
    .segment input:checked + span {
      outline: 2px solid Highlight;
    }
  }
`;

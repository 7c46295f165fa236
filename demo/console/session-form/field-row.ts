import { html, type TemplateResult } from 'lit';
import { live } from 'lit/directives/live.js';
import type { Field } from '../settings/fields.ts';

/** `/signer/cpf` as an id: `signer-cpf`. */
export function idOf(pointer: string): string {
  return pointer.slice(1).replaceAll('/', '-');
}

/** A label, its control and its error. The control's id is derived from the pointer. */
export function row(options: {
  pointer: string;
  label: string;
  half: boolean;
  fieldError: string;
  control: TemplateResult;
}): TemplateResult {
  const { pointer, label, half, fieldError, control } = options;
  const id = idOf(pointer);
  return html`<div class="row ${half ? 'half' : ''}">
    <label class="label" for=${id}>${label}</label>
    ${control}
    <p class="error-text" id="${id}-error" ?hidden=${fieldError === ''}>${fieldError}</p>
  </div>`;
}

/** A select for a {@link row}. */
export function select(options: {
  pointer: string;
  value: string;
  fieldError: string;
  choices: readonly (readonly [value: string, name: string])[];
  onChange: (value: string) => void;
}): TemplateResult {
  const { pointer, value: chosen, fieldError, choices, onChange } = options;
  const id = idOf(pointer);
  const handleChange = ({ target }: Event) => {
    if (target instanceof HTMLSelectElement) onChange(target.value);
  };
  return html`<select
    class="field"
    id=${id}
    aria-invalid=${fieldError === '' ? 'false' : 'true'}
    aria-describedby="${id}-error"
    @change=${handleChange}
  >
    ${choices.map(
      ([value, text]) => html`<option value=${value} .selected=${live(value === chosen)}>${text}</option>`,
    )}
  </select>`;
}

const COLOUR = /^#[\da-f]{6}$/i;

/** A field with its label. @param onChange called with each new text */
function fieldRow(
  field: Field,
  { value, fieldError }: { readonly value: string; readonly fieldError: string },
  onChange: (value: string) => void,
): TemplateResult {
  const { pointer, label, half = false } = field;
  if (field.kind === 'select') {
    const control = select({ pointer, value, fieldError, choices: field.options, onChange });
    return row({ pointer, label, half, fieldError, control });
  }
  const handleInput = ({ target }: Event) => {
    if (target instanceof HTMLInputElement) onChange(target.value);
  };
  const isColour = field.kind === 'color';
  const text = html`<input
    class="field"
    id=${idOf(pointer)}
    type="text"
    inputmode=${field.kind === 'number' ? 'numeric' : isColour ? 'text' : field.kind}
    autocomplete="off"
    spellcheck="false"
    placeholder=${field.placeholder ?? (isColour ? '#rrggbb' : '')}
    .value=${live(value)}
    aria-invalid=${fieldError === '' ? 'false' : 'true'}
    aria-describedby="${idOf(pointer)}-error"
    @input=${handleInput}
  />`;
  const control = isColour
    ? html`<span class="colour">
        <input
          class="swatch"
          type="color"
          aria-label="${label}: choose"
          .value=${live(COLOUR.test(value) ? value : '#ffffff')}
          @input=${handleInput}
        />${text}
      </span>`
    : text;
  return row({ pointer, label, half, fieldError, control });
}

/** Several fields, with their values by pointer. */
export function fieldRows(
  fields: readonly Field[],
  values: Readonly<Record<string, string>>,
  errorAt: (pointer: string) => string,
  onChange: (pointer: string, value: string) => void,
): TemplateResult[] {
  return fields.map(field => {
    const { pointer } = field;
    const state = { value: values[pointer] ?? '', fieldError: errorAt(pointer) };
    return fieldRow(field, state, value => onChange(pointer, value));
  });
}

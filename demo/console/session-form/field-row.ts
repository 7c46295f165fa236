import { html, type TemplateResult } from 'lit';
import { live } from 'lit/directives/live.js';
import type { Field } from './fields.ts';

/** `/signer/cpf` as an id: `signer-cpf`. */
export function idOf(pointer: string): string {
  return pointer.slice(1).replaceAll('/', '-');
}

/** A label, its control, and what is wrong with it. The control has the pointer's id. */
export function row(options: {
  pointer: string;
  label: string;
  half: boolean;
  complaint: string;
  control: TemplateResult;
}): TemplateResult {
  const { pointer, label, half, complaint, control } = options;
  const id = idOf(pointer);
  return html`<div class="row ${half ? 'half' : ''}">
    <label class="label" for=${id}>${label}</label>
    ${control}
    <p class="error-text" id="${id}-error" ?hidden=${complaint === ''}>${complaint}</p>
  </div>`;
}

/** A select for what {@link row} describes. */
export function select(options: {
  pointer: string;
  value: string;
  complaint: string;
  choices: readonly (readonly [value: string, name: string])[];
  onChange: (value: string) => void;
}): TemplateResult {
  const { pointer, value: chosen, complaint, choices, onChange } = options;
  const id = idOf(pointer);
  const handleChange = ({ target }: Event) => {
    if (target instanceof HTMLSelectElement) onChange(target.value);
  };
  return html`<select
    class="field"
    id=${id}
    aria-invalid=${complaint === '' ? 'false' : 'true'}
    aria-describedby="${id}-error"
    @change=${handleChange}
  >
    ${choices.map(
      ([value, text]) => html`<option value=${value} .selected=${live(value === chosen)}>${text}</option>`,
    )}
  </select>`;
}

const COLOUR = /^#[\da-f]{6}$/i;

/** A field with its label. @param onChange called with each text that it gets */
export function fieldRow(
  field: Field,
  { value, complaint }: { readonly value: string; readonly complaint: string },
  onChange: (value: string) => void,
): TemplateResult {
  const { pointer, label, half = false } = field;
  if (field.kind === 'select') {
    const control = select({ pointer, value, complaint, choices: field.options, onChange });
    return row({ pointer, label, half, complaint, control });
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
    aria-invalid=${complaint === '' ? 'false' : 'true'}
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
  return row({ pointer, label, half, complaint, control });
}

/** The same for several fields, with their values by pointer. */
export function fieldRows(
  fields: readonly Field[],
  values: Readonly<Record<string, string>>,
  complaintAt: (pointer: string) => string,
  onChange: (pointer: string, value: string) => void,
): TemplateResult[] {
  return fields.map(field => {
    const { pointer } = field;
    const state = { value: values[pointer] ?? '', complaint: complaintAt(pointer) };
    return fieldRow(field, state, value => onChange(pointer, value));
  });
}

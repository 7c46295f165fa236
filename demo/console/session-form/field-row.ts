import { html, type TemplateResult } from 'lit';
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
  name: string;
  complaint: string;
  choices: readonly (readonly [value: string, name: string])[];
  onChange?: (event: Event) => void;
}): TemplateResult {
  const { pointer, name, complaint, choices, onChange } = options;
  const id = idOf(pointer);
  return html`<select
    class="field"
    id=${id}
    name=${name}
    aria-invalid=${complaint === '' ? 'false' : 'true'}
    aria-describedby="${id}-error"
    @change=${onChange}
  >
    ${choices.map(([value, text]) => html`<option value=${value}>${text}</option>`)}
  </select>`;
}

/** A field with its label; its value is the form's from then on. */
export function fieldRow(field: Field, complaint: string): TemplateResult {
  const { pointer, label, half = false } = field;
  const control =
    field.kind === 'select'
      ? select({ pointer, name: pointer, complaint, choices: field.options })
      : html`<input
          class="field"
          id=${idOf(pointer)}
          name=${pointer}
          type=${field.kind === 'color' ? 'color' : 'text'}
          inputmode=${field.kind === 'number' ? 'numeric' : field.kind}
          autocomplete="off"
          spellcheck="false"
          placeholder=${field.placeholder ?? ''}
          .value=${field.value}
          aria-invalid=${complaint === '' ? 'false' : 'true'}
          aria-describedby="${idOf(pointer)}-error"
        />`;
  return row({ pointer, label, half, complaint, control });
}

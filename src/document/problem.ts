import { html, type TemplateResult } from 'lit';
import { icon } from '../ui/icon.ts';

/** Why there is no document to see, and what can be done. `actions` are buttons and links. */
export function documentProblem(heading: string, text: string, actions: unknown): TemplateResult {
  return html`<div class="problem" role="alert">
    ${icon('alert')}
    <h3>${heading}</h3>
    <p>${text}</p>
    ${actions}
  </div>`;
}

/** A link that gives the document's bytes as they came. */
export function downloadButton(href: string, filename: string, text: string): TemplateResult {
  return html`<a class="button secondary download" href=${href} download=${filename}
    >${icon('download')}${text}</a
  >`;
}

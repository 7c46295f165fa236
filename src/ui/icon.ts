import { html, svg, type SVGTemplateResult, type TemplateResult } from 'lit';

/** The one icon set: 24-unit grid, drawn at 20 px with a 1.75 stroke and round ends. */
const ICONS = {
  alert: svg`<path d="M12 8v5m0 3h.01M10.3 4.6 3.4 17a2 2 0 0 0 1.7 3h13.8a2 2 0 0 0 1.7-3L13.7 4.6a2 2 0 0 0-3.4 0Z"/>`,
  check: svg`<path d="m5 12.5 4.5 4.5L19 7.5"/>`,
  clock: svg`<circle cx="12" cy="12" r="8.5"/><path d="M12 7.5V12l3 2"/>`,
  cross: svg`<path d="m6.5 6.5 11 11m0-11-11 11"/>`,
  download: svg`<path d="M12 4v11m0 0 4-4m-4 4-4-4M5 19h14"/>`,
  external: svg`<path d="M14 5h5v5m0-5-8 8M17 14v3a2 2 0 0 1-2 2H7a2 2 0 0 1-2-2V9a2 2 0 0 1 2-2h3"/>`,
  link: svg`<path d="m10 14 4-4M8.5 11.5 6 14a3.5 3.5 0 0 0 5 5l2.5-2.5M15.5 12.5 18 10a3.5 3.5 0 0 0-5-5l-2.5 2.5"/>`,
  lock: svg`<rect x="5" y="11" width="14" height="9" rx="2"/><path d="M8 11V8a4 4 0 0 1 8 0v3"/>`,
  offline: svg`<path d="M4 4l16 16M8.5 15.5a5 5 0 0 1 6.6-.3M5 12a10 10 0 0 1 4-2.4M2.5 8.7A14 14 0 0 1 6 6.4m5-1.3a14 14 0 0 1 10.5 3.6M14.5 9.3A10 10 0 0 1 19 12M12 19h.01"/>`,
} satisfies Record<string, SVGTemplateResult>;

export type IconName = keyof typeof ICONS;

/** A decorative icon. The text or label of the control around it says what it means. */
export function icon(name: IconName): TemplateResult {
  return drawing(ICONS[name]);
}

/** The same for a shape that only one lazy screen needs, and defines. */
export function drawing(shape: SVGTemplateResult): TemplateResult {
  return html`<svg class="icon" viewBox="0 0 24 24" aria-hidden="true" focusable="false">${shape}</svg>`;
}

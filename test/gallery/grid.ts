import { LOCALES } from '../../src/i18n/locales.ts';
import type { Look } from './show-state.ts';

/** Widths and heights of the windows, in px. */
export const SIZES = ['360x640', '320x480', '768x1024', '1280x800', '740x360'] as const;

/** Fills the page with a frame for each state, and with the choice of size, scheme and language. */
export function galleryGrid(main: Element, names: readonly string[], look: Look, size: string): void {
  document.documentElement.classList.add('overview');
  const [width = 360, height = 640] = size.split('x').map(Number);
  main.replaceChildren(
    choices({ size, scheme: look.scheme, locale: look.locale }),
    ...names.map(name => figure(name, look, width, height)),
  );
}

function figure(name: string, { locale, scheme }: Look, width: number, height: number): HTMLElement {
  const address = `?${new URLSearchParams({ state: name, locale, scheme }).toString()}`;
  const frame = Object.assign(document.createElement('iframe'), {
    src: address,
    title: name,
    loading: 'lazy',
    width: String(width),
    height: String(height),
    allow: 'camera; geolocation',
  });
  const link = Object.assign(document.createElement('a'), {
    href: address,
    target: '_blank',
    textContent: name,
  });
  const caption = document.createElement('figcaption');
  caption.append(link);
  const whole = document.createElement('figure');
  whole.append(caption, frame);
  return whole;
}

/** A form that opens the page again with what was chosen. */
function choices(chosen: Readonly<Record<'size' | 'scheme' | 'locale', string>>): HTMLFormElement {
  const form = document.createElement('form');
  form.append(
    choice('size', 'Size', SIZES, chosen.size),
    choice('scheme', 'Colours', ['light', 'dark'], chosen.scheme),
    choice('locale', 'Language', LOCALES, chosen.locale),
  );
  form.addEventListener('change', () => form.submit());
  return form;
}

function choice(name: string, label: string, values: readonly string[], chosen: string): HTMLLabelElement {
  const select = Object.assign(document.createElement('select'), { name });
  select.append(...values.map(value => new Option(value, value, value === chosen, value === chosen)));
  const whole = document.createElement('label');
  whole.append(`${label} `, select);
  return whole;
}

/**
 * The page of the gallery. `?state=otp-wrong&locale=pt-BR&scheme=dark` shows one state, as the hosted page would; without
 * a state it shows all of them in frames. Tests call `window.gallery`.
 */
import { matchLocale } from '../../src/i18n/locales.ts';
import { checkState, settled, type Question } from './checks/check-state.ts';
import type { GalleryState } from './gallery-state.ts';
import { galleryGrid } from './grid.ts';
import { Scene } from './scene.ts';
import { showState, type Look } from './show-state.ts';
import { GALLERY_STATES } from './states.ts';

const main = document.querySelector('main') ?? document.body;
let shown: { readonly scene: Scene; readonly state: GalleryState } | undefined;

function stateNamed(name: string): GalleryState {
  const state = GALLERY_STATES.find(each => each.name === name);
  if (state === undefined) throw new Error(`There is no state “${name}”.`);
  return state;
}

const gallery = {
  /** The names of all states. */
  names: GALLERY_STATES.map(({ name }) => name),

  /** The names of those that say nothing of what has to be seen. */
  unseen: GALLERY_STATES.filter(({ seen }) => seen.length === 0).map(({ name }) => name),

  /** Shows a state in place of the one before. Resolves when it is there. */
  async show(name: string, look: Look): Promise<void> {
    gallery.close();
    paintPage(look.scheme);
    const state = stateNamed(name);
    const scene = new Scene(look.locale);
    shown = { state, scene };
    await showState(state, scene, look.scheme, main);
  },

  close(): void {
    shown?.scene.close();
    shown = undefined;
    main.replaceChildren();
  },

  /** Changes the colours of what is shown. */
  async paint(scheme: Look['scheme']): Promise<void> {
    if (shown === undefined) return;
    paintPage(scheme);
    shown.scene.element.colorScheme = scheme;
    await shown.scene.element.updateComplete;
  },

  /** Draws in another font; undefined: in the widget's own. */
  font(family: string | undefined): void {
    shown?.scene.element.style.setProperty('--font', family ?? null);
  },

  /** Resolves when what is shown is drawn at the size that the window has now. */
  drawn: settled,

  /** @returns what is wrong with what is shown, one line a finding. */
  async check(question: Question): Promise<string[]> {
    return shown === undefined ? [] : checkState(shown.state, shown.scene, question);
  },
};

declare global {
  interface Window {
    gallery: typeof gallery;
  }
}

window.gallery = gallery;

const parameters = new URLSearchParams(location.search);
const name = parameters.get('state');
const look: Look = {
  locale: matchLocale([parameters.get('locale'), 'pt-BR']),
  scheme: parameters.get('scheme') === 'dark' ? 'dark' : 'light',
};

// A state that takes the focus in a frame must not scroll the page of all states.
if (self !== top) focusWithoutScrolling();
paintPage(look.scheme);
if (name !== null) await gallery.show(name, look);
else if (!parameters.has('empty'))
  galleryGrid(main, gallery.names, look, parameters.get('size') ?? '360x640');

/** The page around the widget. */
function paintPage(scheme: Look['scheme']): void {
  document.documentElement.classList.toggle('dark', scheme === 'dark');
}

function focusWithoutScrolling(): void {
  const focus = Reflect.get(HTMLElement.prototype, 'focus');
  HTMLElement.prototype.focus = function focusHere(options) {
    Reflect.apply(focus, this, [{ ...options, preventScroll: true }]);
  };
}

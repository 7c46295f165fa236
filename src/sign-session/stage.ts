import { html, nothing, type ReactiveControllerHost, type TemplateResult } from 'lit';
import { keyed } from 'lit/directives/keyed.js';
import type { Locale } from '../i18n/locales.ts';
import { LocalizeController } from '../i18n/localize-controller.ts';
import type { MessageKey } from '../i18n/messages.ts';
import type { Translator } from '../i18n/translator.ts';
import { WIDGET_WORDS } from '../i18n/widget-words.ts';
import type { Cover, ScreenContext } from '../screens/context.ts';
import { renderScreen } from '../screens/registry.ts';
import { isRoom, Rooms } from '../screens/rooms.ts';
import { screenFor, screenKey, type Screen } from '../session/screen-for.ts';
import type { SessionController } from '../session/session-controller.ts';
import { isEnded } from '../session/view.ts';
import { frameSandbox } from './frame.ts';

/** What the frame around the stage hands to the screens. */
export type Surroundings = Omit<ScreenContext, 'translator' | 'snapshot' | 'rooms' | 'cover'>;

/** Knows which screen stands before the signer: the session's, once its words and its room are there. */
export class Stage {
  readonly rooms: Rooms;
  readonly #host: ReactiveControllerHost;
  readonly #session: SessionController;
  readonly #localize: LocalizeController<MessageKey>;
  /** Were the words of the session's language there once? */
  #spoken = false;
  #declining = false;

  constructor(host: ReactiveControllerHost, session: SessionController) {
    this.#host = host;
    this.#session = session;
    this.#localize = new LocalizeController(host, WIDGET_WORDS);
    this.rooms = new Rooms(host);
  }

  get translator(): Translator {
    return this.#localize.translator;
  }

  /** Another session begins. */
  reset(): void {
    this.#spoken = false;
    this.#declining = false;
  }

  /** Call it in `willUpdate`. */
  speak(locale: Locale): void {
    this.#localize.want(locale);
    this.rooms.want(locale);
    const answered = !['idle', 'loading'].includes(this.#session.snapshot.state.phase);
    if (answered && this.#localize.settled) this.#spoken = true;
  }

  /** The signer considers declining, or no longer does. */
  declining(considered: boolean): void {
    this.#declining = considered;
    this.#host.requestUpdate();
  }

  /**
   * No screen before its words, nor before its room: changing language under the signer's eyes would be worse
   * than waiting.
   */
  get screen(): Screen {
    if (!this.#spoken) return { kind: 'loading' };
    const screen = screenFor(this.#session.snapshot.state);
    const room = isRoom(screen.kind) && this.rooms.get(screen.kind);
    if (room === 'failed' || room === 'lost') return { kind: 'trouble', missing: room };
    return room === 'loading' ? { kind: 'loading' } : screen;
  }

  /** Does the decline screen lie over the present one, or what there is of it? */
  get cover(): Cover | undefined {
    const { view } = this.#session;
    if (!this.#declining || view === undefined || isEnded(view)) return undefined;
    const room = this.rooms.get('decline');
    if (typeof room === 'object') return 'decline';
    return room === 'loading' ? room : 'trouble';
  }

  /** Another key is another screen on top. */
  get key(): string {
    return this.cover ?? screenKey(this.screen);
  }

  /** The screen, and in a test session that it is one. */
  render(surroundings: Surroundings): TemplateResult {
    const { translator, rooms, cover, screen } = this;
    const { view, snapshot } = this.#session;
    return html`<div class="panel">
      ${view?.sandbox ? frameSandbox(view, translator) : nothing}
      ${keyed(
        screenKey(screen),
        renderScreen(screen, { ...surroundings, translator, snapshot, rooms, cover }),
      )}
    </div>`;
  }
}

import type { ReactiveControllerHost, TemplateResult } from 'lit';
import { LocalizeController, type Catalogue } from '../i18n/localize-controller.ts';
import type { Locale } from '../i18n/locales.ts';
import type { Translator } from '../i18n/translator.ts';
import { currentStep, type SessionView, type Step } from '../session/view.ts';
import type { ScreenContext } from './context.ts';

/** Where a room's screen is drawn, and what of. */
export interface RoomPlace {
  readonly view: SessionView;
  /** Another screen lies over it. */
  readonly covered: boolean;
  readonly context: ScreenContext;
}

/** The same for the screen of a step. */
export interface StepPlace extends RoomPlace {
  readonly step: Step;
}

/** A room that an element has opened: its words are the element's own. */
export interface OpenRoom {
  /** May its words be shown? From then on it stays, whatever locale is wanted: it holds what was typed. */
  readonly ready: boolean;
  want(locale: Locale): void;
  /** Loads ahead what only this step needs, while the signer reads. `assetsUrl` as the integrator says. */
  warm?(view: SessionView, assetsUrl: string | undefined): void;
  /** Gives up what was loaded ahead: the session has ended, or is no longer this element's. */
  close?(): void;
  /** Undefined when there is nothing to draw: no step is left. */
  render(place: RoomPlace): TemplateResult | undefined;
}

/** A screen that only some policies show: a chunk of its own, with words of its own. */
export type Room = (host: ReactiveControllerHost) => OpenRoom;

/** Makes the room of a step of its words and what draws its screen with them. */
export function room<Key extends string>(
  words: Catalogue<Key>,
  render: (place: StepPlace, words: Translator<Key>) => TemplateResult,
): Room {
  return sessionRoom(words, (place, translator) => {
    const step = currentStep(place.view);
    return step && render({ ...place, step }, translator);
  });
}

/** Makes a room that is shown whatever the step. */
export function sessionRoom<Key extends string>(
  words: Catalogue<Key>,
  render: (place: RoomPlace, words: Translator<Key>) => TemplateResult | undefined,
): Room {
  return host => {
    const localize = new LocalizeController(host, words);
    return {
      get ready() {
        return localize.ready;
      },
      want: locale => localize.want(locale),
      render: place => render(place, localize.translator),
    };
  };
}

import type { ReactiveControllerHost, TemplateResult } from 'lit';
import { LocalizeController, type Catalogue } from '../i18n/localize-controller.ts';
import type { Locale } from '../i18n/locales.ts';
import type { Translator } from '../i18n/translator.ts';
import type { SessionView, Step } from '../session/view.ts';
import type { ScreenContext } from './context.ts';

/** Where a room's screen is drawn, and what of. */
export interface RoomPlace {
  readonly view: SessionView;
  readonly step: Step;
  /** Another screen lies over it. */
  readonly covered: boolean;
  readonly context: ScreenContext;
}

/** A room that an element has opened: its words are the element's own. */
export interface OpenRoom {
  /** May its words be shown? From then on it stays, whatever locale is wanted: it holds what was typed. */
  readonly ready: boolean;
  want(locale: Locale): void;
  render(place: RoomPlace): TemplateResult;
}

/** A screen that only some policies show: a chunk of its own, with words of its own. */
export type Room = (host: ReactiveControllerHost) => OpenRoom;

/** Makes a room of its words and what draws its screen with them. */
export function room<Key extends string>(
  words: Catalogue<Key>,
  render: (place: RoomPlace, words: Translator<Key>) => TemplateResult,
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

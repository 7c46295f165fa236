import type { ReactiveControllerHost, TemplateResult } from 'lit';
import { LocalizeController, type Catalogue } from '../i18n/localize-controller.ts';
import type { Locale } from '../i18n/locales.ts';
import type { Translator } from '../i18n/translator.ts';
import { currentStep, type SessionView, type Step } from '../session/view.ts';
import type { ScreenProps } from './screen-props.ts';

/** What a screen that loads when it is needed is drawn from. */
export interface LazyScreenProps extends ScreenProps {
  readonly view: SessionView;
  /** Another screen lies over it. */
  readonly isBehindOverlay: boolean;
}

/** A loaded screen of one element, with its own messages. */
export interface LoadedScreen {
  /** Are its messages loaded? Once they are, the screen stays whatever locale is set: it holds what was typed. */
  readonly ready: boolean;
  setLocale(locale: Locale): void;
  /** Preloads what only this step needs, while the signer reads. */
  preload?(view: SessionView, addresses: Pick<ScreenProps, 'assetsUrl' | 'baseUrl'>): void;
  /** Gives up what was preloaded: the session has ended, or is no longer this element's. */
  close?(): void;
  /** Undefined when there is no step to draw. */
  render(props: LazyScreenProps): TemplateResult | undefined;
}

/** A screen that only some policies show: its module exports it. */
export type LazyScreen = (host: ReactiveControllerHost) => LoadedScreen;

/** A screen that is drawn whatever the step. `render` gets the screen's own translator. */
export function lazyScreen<Key extends string>(
  messages: Catalogue<Key>,
  render: (props: LazyScreenProps, translator: Translator<Key>) => TemplateResult | undefined,
): LazyScreen {
  return host => {
    const localize = new LocalizeController(host, messages);
    return {
      get ready() {
        return localize.ready;
      },
      setLocale: locale => localize.setLocale(locale),
      render: props => render(props, localize.translator),
    };
  };
}

/** The screen of a step. */
export function lazyStepScreen<Key extends string>(
  messages: Catalogue<Key>,
  render: (props: LazyScreenProps & { readonly step: Step }, translator: Translator<Key>) => TemplateResult,
): LazyScreen {
  return lazyScreen(messages, (props, translator) => {
    const step = currentStep(props.view);
    return step && render({ ...props, step }, translator);
  });
}

import type { ReactiveControllerHost, TemplateResult } from 'lit';
import { property } from 'lit/decorators.js';
import type { DirectiveResult } from 'lit/directive.js';
import { type LaterTranslator, laterMessages } from '../i18n/later-messages.ts';
import { LocalizeController } from '../i18n/localize-controller.ts';
import type { Locale } from '../i18n/locales.ts';
import type { LaterScreen } from '../i18n/messages/message-keys.ts';
import { type Overrides, overridesOf } from '../i18n/translator.ts';
import type { ActionError } from '../session/errors.ts';
import type { Ending } from '../session/screen-for.ts';
import { currentStep, type SessionView, type Step } from '../session/view.ts';
import type { ManyDocuments } from './many-documents.ts';
import { loadErrorKey } from './own-request.ts';
import { type Effect, ScreenElement, screenProperties } from './screen.ts';
import type { ScreenProps } from './screen-props.ts';

/** The element of a lazy screen. */
export abstract class LazyScreenElement<Name extends LaterScreen> extends ScreenElement {
  @property({ attribute: false }) view!: SessionView;
  @property({ attribute: false }) messages!: LaterTranslator<Name>;
  /** Is another screen shown over this one? */
  @property({ attribute: false }) isBehindOverlay = false;

  /** What only looks something up has no outcome that could be unknown: it did not load. */
  protected override errorWords(
    error: ActionError,
    words: (effect: Effect, error: ActionError) => string,
  ): string {
    const isLookUp = error.action === 'cloudCertificate' || error.action === 'handOver';
    if (!isLookUp || !LOST.includes(error.reason)) return super.errorWords(error, words);
    return this.translator.t(loadErrorKey(error));
  }
}

/** The reasons for which other words say what became of an answer. */
const LOST: readonly ActionError['reason'][] = ['unknown', 'notDone', 'refused'];

/** What a lazy screen is rendered from. */
export interface LazyScreenProps extends ScreenProps {
  readonly view: SessionView;
  /** Is another screen shown over it? */
  readonly isBehindOverlay: boolean;
  /** For the screen of a step that is a part of this one. */
  readonly screens?: {
    readonly get: (kind: 'certificate') => LoadedScreen | 'loading' | 'failed' | 'retryFailed';
  };
  /** What the certificate signs; without it the document that is shown. */
  readonly batch?: ManyDocuments;
}

/** The same at the end, also of a session that never opened. */
export interface EndProps extends Omit<LazyScreenProps, 'view'> {
  readonly view: SessionView | undefined;
}

/** A loaded screen of one element, with its own messages. */
export interface LoadedScreen {
  /** Are its messages loaded? Once they are, the screen stays whatever locale is set: it holds what was typed. */
  readonly ready: boolean;
  setLocale(locale: Locale, overrides: Overrides | undefined): void;
  /** Preloads what only this step needs, while the signer reads. */
  preload?(view: SessionView, addresses: Pick<ScreenProps, 'assetsUrl' | 'baseUrl'>): void;
  /** Gives up what was preloaded: the session has ended, or is no longer this element's. */
  close?(): void;
  /** Undefined when there is no step to render. */
  render(props: LazyScreenProps): TemplateResult | undefined;
  /** Only of the end. `parts`: what other screens have for its slots. */
  renderEnd?(
    ending: Ending,
    props: EndProps,
    parts: (view: SessionView) => readonly unknown[],
  ): TemplateResult;
}

/** A screen that only some policies show, as its module exports it. */
export type LazyScreen = (host: ReactiveControllerHost) => LoadedScreen;

/** Renders the element of a screen; `common` in its tag sets the properties of `LazyScreenElement`. */
type Draw<Props> = (common: DirectiveResult, props: Props) => TemplateResult | undefined;

/** Creates a lazy screen that does not depend on the step. */
export function lazyScreen(name: LaterScreen, draw: Draw<LazyScreenProps>): LazyScreen {
  return host => {
    const localize = new LocalizeController(host, laterMessages(name));
    return {
      get ready() {
        return localize.ready;
      },
      setLocale: (locale, overrides) => localize.setLocale(locale, overridesOf(overrides, name)),
      render: props => {
        const { view, isBehindOverlay, translator, snapshot } = props;
        const common = { view, isBehindOverlay, translator, snapshot, messages: localize.translator };
        return draw(screenProperties(common, isBehindOverlay), props);
      },
    };
  };
}

/** Creates the lazy screen of a step. */
export function lazyStepScreen(
  name: LaterScreen,
  draw: Draw<LazyScreenProps & { readonly step: Step }>,
): LazyScreen {
  return lazyScreen(name, (common, props) => {
    const step = currentStep(props.view);
    return step && draw(common, { ...props, step });
  });
}

import type { ViewerMessageKey } from '../document/messages/viewer-messages.ts';
import type { Locale } from '../i18n/locales.ts';
import type { LaterKey, LaterScreen, MessageKey } from '../i18n/messages/message-keys.ts';
import type { FixedWord } from '../i18n/overrides.ts';

/** Texts by key, but for those that stay the widget's. */
type Texts<Key extends string> = {
  readonly [Name in Key as Name extends `${string}${FixedWord}${string}` ? never : Name]?: string | undefined;
};

/**
 * Words of your own in place of the widget's, by locale. A text whose key you leave out, and every text of a locale that
 * you leave out, stays the widget's. Those of screens that load later are under the screen's name; `{name}` in the
 * widget's text stands for a value, which yours may use.
 *
 * @example { 'pt-BR': { 'accept.submit': 'Assinar contrato', otp: { 'enter.heading': 'Digite o código' } } }
 */
export type MessageOverrides = {
  readonly [Name in Locale]?:
    | (Texts<MessageKey> & {
        readonly [Screen in LaterScreen]?: Texts<LaterKey<Screen>> | undefined;
      } & { readonly viewer?: Texts<ViewerMessageKey> | undefined })
    | undefined;
};

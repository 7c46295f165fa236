import type { Locale } from '../i18n/locales.ts';
import type { LaterKey, LaterScreen, MessageKey } from '../i18n/messages/message-keys.ts';
import type { ReplaceableText } from '../i18n/overrides.ts';

/** Texts by key, as far as they may be replaced. */
type Texts<Key extends string, Prefix extends string = ''> = {
  readonly [Name in Key as `${Prefix}${Name}` extends ReplaceableText ? Name : never]?: string | undefined;
};

/** Screens that load later and have texts that may be replaced. */
type OwnWordsScreen = Extract<
  LaterScreen,
  'batch' | 'disclosure' | 'documentPhoto' | 'liveness' | 'otp' | 'waiting'
>;

/**
 * Words of your own in place of the widget's headings, introductions and hints, by locale. A text whose key you leave
 * out, and every text of a locale that you leave out, stays the widget's. The evidence names the keys that you replaced. Those of screens that load later are under the screen's name; `{name}` in the
 * widget's text stands for a value, which yours may use.
 *
 * @example { 'pt-BR': { 'accept.heading.document': 'Seu contrato', otp: { 'enter.heading': 'Digite o código' } } }
 */
export type MessageOverrides = {
  readonly [Language in Locale]?:
    | (Texts<MessageKey> & {
        readonly [Part in OwnWordsScreen]?: Texts<LaterKey<Part>, `${Part}.`> | undefined;
      })
    | undefined;
};

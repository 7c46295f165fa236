/** What the bridge asks the signer. */
import { readCertificate, readHolder } from '@sign-session/certificates';
import type { TokenCertificate } from '../keystore/keystore.ts';
import { type Locale, messagesOf } from '../messages/messages.ts';
import type { Dialogs } from './dialogs.ts';

const CONTROLS = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Co}\p{Cs}]+/gu;

/**
 * A text from a page or a token as one line that can be shown anywhere: it can't move the cursor, turn the direction of
 * other text, or pass for markup.
 */
function plainText(text: string, maximum = 200): string {
  const line = text.replaceAll(CONTROLS, ' ').replaceAll('<', '‹').replaceAll('>', '›').trim();
  return line.length > maximum ? `${line.slice(0, maximum - 1)}…` : line;
}

/** Documents whose titles a question lists; of the rest it tells the number. */
const LISTED = 15;

/** What the signer is asked, in the page's language or else the system's. */
export class Questions {
  readonly #dialogs: Dialogs;
  readonly #locale: Locale;

  constructor(dialogs: Dialogs, locale: Locale) {
    this.#dialogs = dialogs;
    this.#locale = locale;
  }

  /** Is this the number that the page shows? */
  pairing(origin: string, number: string, lang: Locale | undefined, signal: AbortSignal): Promise<boolean> {
    const t = messagesOf(lang ?? this.#locale);
    return this.#dialogs.confirm(t.pairing(origin, spaced(number)), { yes: t.same, no: t.refuse }, signal);
  }

  /** Which certificate may the page see? Asked also where there is one: it has its holder's CPF in it. */
  async certificate(
    origin: string,
    certificates: readonly TokenCertificate[],
    lang: Locale | undefined,
    signal: AbortSignal,
  ): Promise<TokenCertificate | undefined> {
    const t = messagesOf(lang ?? this.#locale);
    const answers = { yes: t.allow, no: t.refuse };
    const names = certificates.map(certificate => this.#nameOf(certificate, lang));
    const [only] = certificates;
    if (certificates.length === 1) {
      const text = t.oneCertificate(origin, names[0] ?? '');
      return (await this.#dialogs.confirm(text, answers, signal)) ? only : undefined;
    }
    const index = await this.#dialogs.choose(t.certificates(origin), names, answers, signal);
    return index === undefined ? undefined : certificates[index];
  }

  /** Shall these documents be signed? */
  signing(
    origin: string,
    labels: readonly string[],
    certificate: TokenCertificate,
    lang: Locale | undefined,
    signal: AbortSignal,
  ): Promise<boolean> {
    const t = messagesOf(lang ?? this.#locale);
    const listed = labels.slice(0, LISTED).map((label, index) => `  ${index + 1}. ${plainText(label)}`);
    const rest = labels.length - listed.length;
    const lines = [
      t.signing(origin, labels.length),
      ...listed,
      ...(rest > 0 ? [`  ${t.more(rest)}`] : []),
      `${t.with} ${this.#nameOf(certificate, lang)}`,
      ...(certificate.pin === 'pad'
        ? [labels.length > 1 && certificate.pinForEach ? t.padForEach : t.pad]
        : []),
    ];
    return this.#dialogs.confirm(lines.join('\n'), { yes: t.sign, no: t.refuse }, signal);
  }

  /** @param wrong was the one typed before wrong? */
  pin(
    { token }: TokenCertificate,
    tries: TokenCertificate['tries'],
    wrong: boolean,
    lang: Locale | undefined,
    signal: AbortSignal,
  ): Promise<string | undefined> {
    const t = messagesOf(lang ?? this.#locale);
    const warning = tries === 'last' ? t.lastTry : tries === 'few' ? t.fewTries : '';
    const lines = [wrong ? t.wrongPin : '', warning, t.pin(plainText(token, 60))].filter(line => line !== '');
    return this.#dialogs.secret(lines.join('\n'), { yes: t.goOn, no: t.refuse }, signal);
  }

  #nameOf({ der, token }: TokenCertificate, lang: Locale | undefined): string {
    const certificate = readCertificate(der);
    const until = certificate.notAfter.toLocaleDateString(lang ?? this.#locale);
    const { name } = readHolder(certificate);
    const facts = [name, certificate.issuer.display, until, token].map(fact => plainText(fact, 80));
    return facts.filter(fact => fact !== '').join(' · ');
  }
}

/** As the page shows it. */
function spaced(number: string): string {
  return number.replace(/^(...)/, '$1 ');
}

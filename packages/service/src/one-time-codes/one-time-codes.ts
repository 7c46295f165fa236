/** Sends one-time codes and checks entries. */
import { afterEntry, entriesLeft, entryProblem, type EntryVerdict } from '@sign-session/session-rules';
import type { Core } from '../core/core.ts';
import { maskDestination } from '../domain/identifiers.ts';
import type { Locale } from '../domain/locales.ts';
import { tooMany } from '../domain/problem.ts';
import { currentStepOf, type Session } from '../domain/session.ts';
import type { OtpChannel } from '../domain/step.ts';
import { mailHtml } from '../messages/mail-html.ts';
import type { MessageQueue } from '../messages/message-queue.ts';
import type { Message, Senders } from '../messages/message.ts';
import { readableHour } from '../domain/readable-time.ts';
import type { Queries } from '../storage/database.ts';
import {
  type CodeDelivery,
  type Destination,
  findNewestCode,
  findRecentSends,
  hashCode,
  insertCode,
  isCode,
  lockDestination,
  newCode,
  nextSend,
  type NextSend,
  type SentCode,
  updateCode,
} from './code-store.ts';
import { destinationBy, nextDestination } from './otp-channels.ts';

interface CodeWording {
  subject(code: string, sender: string): string;
  /** The text of an e-mail around the code. */
  mail(sender: string, end: string): { lead: string; rest: string };
  sms(sender: string, code: string, end: string): string;
}

const WORDINGS: Record<Locale, CodeWording> = {
  'pt-BR': {
    subject: (code, sender) => `${code} é seu código para ${sender}`,
    mail: (sender, end) => ({
      lead: `Para confirmar que é você, digite este código na página da empresa ${sender}:`,
      rest: `Ele vale até ${end} e só uma vez. Não informe este código a ninguém, nem a quem disser que trabalha conosco. Se você não pediu este código, ignore esta mensagem.`,
    }),
    sms: (sender, code, end) =>
      `${sender}: seu código é ${code}. Vale até ${end}. Não informe este código a ninguém.`,
  },
  en: {
    subject: (code, sender) => `${code} is your code for ${sender}`,
    mail: (sender, end) => ({
      lead: `To confirm that it is you, enter this code on ${sender}’s page:`,
      rest: `It works until ${end} and only once. Do not share it with anyone, even if they say they work for us. If you did not ask for it, ignore this message.`,
    }),
    sms: (sender, code, end) => `${sender}: your code is ${code}. It works until ${end}. Do not share it.`,
  },
  es: {
    subject: (code, sender) => `${code} es su código para ${sender}`,
    mail: (sender, end) => ({
      lead: `Para confirmar que es usted, escriba este código en la página de ${sender}:`,
      rest: `Vale hasta las ${end} y una sola vez. No se lo diga a nadie, tampoco a quien diga trabajar con nosotros. Si no lo pidió, ignore este mensaje.`,
    }),
    sms: (sender, code, end) =>
      `${sender}: su código es ${code}. Vale hasta las ${end}. No se lo diga a nadie.`,
  },
};

interface CodeMessageInput {
  readonly destination: Destination;
  readonly code: string;
  /** The message shows the time of expiry: a number of minutes would be wrong if it arrives late. */
  readonly expiresAt: Date;
  readonly locale: Locale;
  /** Name of whoever requests the signature, as the signer knows them. */
  readonly sender: string;
  /** Host name of the page where the code is entered. */
  readonly host: string;
}

/**
 * The message with a code. The subject begins with it, so that a notification is enough to read it. An SMS ends with the
 * line that lets browsers fill the code in on this host only (WebOTP, origin-bound one-time codes).
 */
function codeMessage({ destination, code, expiresAt, locale, sender, host }: CodeMessageInput): Message {
  const wording = WORDINGS[locale];
  const end = readableHour(expiresAt, locale);
  const { channel, address: to } = destination;
  if (channel === 'sms')
    return { channel, to, text: `${wording.sms(sender, code, end)}\n\n@${host} #${code}` };
  const { lead, rest } = wording.mail(sender, end);
  const subject = wording.subject(code, sender);
  const text = [lead, code, rest].join('\n\n');
  return { channel, to, subject, text, html: mailHtml({ locale, subject, text, code }) };
}

/** OWASP ASVS 5 allows 10 minutes. */
const CODE_LIFETIME_MS = 5 * 60_000;

/** What the signer may see of the newest code. */
export interface OtpState {
  readonly channel: OtpChannel;
  readonly maskedDestination: string;
  readonly expiresAt: string;
  readonly resendAvailableAt: string;
  /** Left for this code. */
  readonly attemptsLeft: number;
  readonly delivery: CodeDelivery;
}

/** A code that takes effect when the transaction writes it. */
interface PreparedCode {
  readonly code: string;
  readonly otp: OtpState;
  /** Writes the code and its message. */
  readonly settle: (queries: Queries) => Promise<void>;
}

/** The result of checking an entry. */
export interface EntryCheck {
  readonly kind: EntryVerdict;
  /** Of the code, if the entry is right. */
  readonly channel?: OtpChannel;
  /** Counts the entry; without it nothing is written. */
  readonly settle?: (queries: Queries) => Promise<void>;
}

interface CodeContext {
  readonly queries: Queries;
  readonly session: Session;
  readonly at: Date;
}

/** Sends codes and checks entries. Only a session's newest code is valid. */
export class OneTimeCodes {
  readonly #core: Core;
  readonly #parts;

  constructor(
    core: Core,
    parts: { messages: MessageQueue; senders: Senders; /** Host name that signers see. */ host: string },
  ) {
    this.#core = core;
    this.#parts = parts;
  }

  /**
   * Prepares a new code. It is sent once `settle` is committed.
   * @throws Problem `rate-limit` and `service-unavailable` with Retry-After, `validation-error` for a channel that
   *   is not offered
   */
  async prepare(
    stepContext: CodeContext,
    chosen: OtpChannel | undefined,
    attempts: number,
  ): Promise<PreparedCode> {
    const { random } = this.#core;
    const { messages, senders, host } = this.#parts;
    const { queries, session, at } = stepContext;
    const { signer, appearance } = session.request;
    const last = (await findNewestCode(queries, session.sessionId))?.channel;
    const destination = nextDestination(signer, senders, { chosen, last });
    await lockDestination(queries, destination);
    const of = { sessionId: session.sessionId, tenantId: session.tenant.tenantId };
    const sent = await findRecentSends(queries, of, destination, at);
    requireInterval(nextSend(sent), at);
    const code = newCode(random);
    const hashed = await hashCode(code, random);
    const expiresAt = new Date(at.getTime() + CODE_LIFETIME_MS);
    const sender = appearance?.companyName ?? session.tenant.name;
    const message = codeMessage({ destination, code, expiresAt, locale: session.locale, sender, host });
    const sentNow = {
      inSession: [...sent.inSession, at],
      toDestination: [...sent.toDestination, at],
      fromAll: [...sent.fromAll, at],
      lastFailed: false,
    };
    return {
      code,
      otp: {
        channel: destination.channel,
        maskedDestination: maskDestination(destination.channel, destination.address),
        expiresAt: expiresAt.toISOString(),
        resendAvailableAt: nextSend(sentNow).at.toISOString(),
        attemptsLeft: entriesLeft({ wrongEntries: 0, isSpent: false }, { attempts }),
        delivery: 'pending',
      },
      async settle(writing) {
        const { sessionId } = session;
        const terms = { at, goodUntil: expiresAt, sessionId, untilEnd: true };
        const messageId = await messages.put(writing, message, terms);
        await insertCode(writing, { sessionId, destination, hashed, sentAt: at, expiresAt, messageId });
      },
    };
  }

  /** Compares an entry with the newest code in constant time. Only `settle` writes anything. */
  async verify({ queries, session, at }: CodeContext, entry: string): Promise<EntryCheck> {
    const code = await findNewestCode(queries, session.sessionId);
    const problem = entryProblem(code && { ...standingOf(code), isExpired: code.expiresAt <= at });
    if (problem !== undefined || code?.hashed === undefined) return { kind: problem ?? 'spent' };
    const isRight = await isCode(entry, code.hashed);
    const { wrongEntries, isSpent } = afterEntry(code, isRight);
    const settle = (writing: Queries) => updateCode(writing, code, { wrongEntries, spent: isSpent });
    if (isRight) return { kind: 'right', channel: code.channel, settle };
    return { kind: isSpent ? 'used-up' : 'wrong', settle };
  }

  /** The newest code of a session that waits for its entry, for a page that was reloaded. */
  async stateOf(queries: Queries, session: Session, at: Date): Promise<OtpState | undefined> {
    const step = currentStepOf(session);
    if (session.status !== 'ACTIVE' || step?.type !== 'OTP_VERIFY') return undefined;
    const code = await findNewestCode(queries, session.sessionId);
    if (code === undefined) return undefined;
    const destination = destinationBy(code.channel, session.request.signer);
    const of = { sessionId: session.sessionId, tenantId: session.tenant.tenantId };
    const next = nextSend(await findRecentSends(queries, of, destination, at));
    return {
      channel: code.channel,
      maskedDestination: maskDestination(destination.channel, destination.address),
      expiresAt: code.expiresAt.toISOString(),
      resendAvailableAt: next.at.toISOString(),
      attemptsLeft: entriesLeft(standingOf(code), step),
      delivery: code.delivery,
    };
  }
}

function standingOf({ hashed, wrongEntries }: SentCode) {
  return { wrongEntries, isSpent: hashed === undefined };
}

function requireInterval(next: NextSend, at: Date): void {
  if (next.at <= at) return;
  const seconds = Math.ceil((next.at.getTime() - at.getTime()) / 1000);
  throw tooMany(`${next.reason} Another can be sent in ${seconds} s.`, seconds);
}

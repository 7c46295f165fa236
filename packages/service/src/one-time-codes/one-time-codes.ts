import { afterEntry, entriesLeft, entryProblem, type EntryVerdict } from '@sign-session/session-rules';
import { tooMany } from '../domain/problem.ts';
import { maskDestination } from '../domain/identifiers/masking.ts';
import type { Random } from '../domain/identifiers/random-ids.ts';
import type { MessageQueue } from '../messages/message-queue.ts';
import type { Senders } from '../messages/message.ts';
import { currentStepOf, type Session } from '../domain/session.ts';
import type { OtpChannel } from '../domain/step.ts';
import type { Queries } from '../storage/database.ts';
import type { CodeDelivery } from './code-delivery.ts';
import { codeMessage } from './code-message.ts';
import { hashCode, isCode, newCode } from './code.ts';
import {
  findNewestCode,
  findRecentSends,
  lockDestination,
  insertCode,
  updateCode,
  type SentCode,
} from './code-store.ts';
import { destinationBy, nextDestination } from './otp-channels.ts';
import { nextSend, type NextSend } from './send-limits.ts';

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
export interface PreparedCode {
  readonly code: string;
  readonly otp: OtpState;
  /** Writes the code and its message. */
  readonly settle: (queries: Queries) => Promise<void>;
}

/** The result of checking an entry. */
export interface Verdict {
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

export interface OneTimeCodesOptions {
  readonly random: Random;
  readonly messages: MessageQueue;
  readonly senders: Senders;
  /** Host name that signers see. */
  readonly host: string;
}

/** Sends codes and checks entries. Only a session's newest code is valid. */
export class OneTimeCodes {
  readonly #options: OneTimeCodesOptions;

  constructor(options: OneTimeCodesOptions) {
    this.#options = options;
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
    const { random, messages, senders, host } = this.#options;
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
        const messageId = await messages.put(writing, message, { at, goodUntil: expiresAt });
        const { sessionId } = session;
        await insertCode(writing, { sessionId, destination, hashed, sentAt: at, expiresAt, messageId });
      },
    };
  }

  /** Compares an entry with the newest code in constant time. Only `settle` writes anything. */
  async verify({ queries, session, at }: CodeContext, entry: string): Promise<Verdict> {
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

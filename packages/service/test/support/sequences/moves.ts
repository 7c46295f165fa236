/**
 * Sequences of what may be done to a session, made by a seeded generator: right, wrong and out of order. A player carries
 * them out by its own means (players.ts).
 */
import type { StepType } from '@sign-session/session-rules';
import type { SessionLook } from './looks.ts';

/** What the signer's CPF makes of comparisons with their face and with the government's base. */
export type Likeness = 'same' | 'other-face' | 'other-identity' | 'other-everywhere' | 'base-away';

/** How a session is set up. */
export interface Policy {
  /** All but CUSTOM have steps of their own. */
  readonly profile: 'CUSTOM' | 'BIOMETRIC_SERPRO_AUTO_FALLBACK';
  readonly steps: readonly StepType[];
  readonly choosesChannel: boolean;
  /** More than one are a batch. */
  readonly documents: number;
  readonly likeness: Likeness;
  /** Nothing can be sealed. */
  readonly breaks: boolean;
  /** A batch that waits for the move `seal` after its last step. */
  readonly holdsSealing: boolean;
}

/** Certificates that are refused, by the reason; and the one that is taken. */
export const HOLDERS = [
  'right',
  'certificate-other-holder',
  'certificate-expired',
  'certificate-not-yet-valid',
  'certificate-revoked',
  'certificate-too-weak',
  'certificate-not-for-signing',
  'revocation-unavailable',
] as const;
export type HolderKind = (typeof HOLDERS)[number];

export type Move =
  | { readonly kind: 'accept'; readonly documents: 'right' | 'other' | 'unnamed' }
  | { readonly kind: 'acknowledge'; readonly version: 'right' | 'other' }
  | {
      readonly kind: 'send';
      readonly channel: 'email' | 'sms' | undefined;
      readonly path: 'advance' | 'resend-otp';
    }
  /** The right code `late` is one that has expired meanwhile. */
  | { readonly kind: 'enter'; readonly code: 'right' | 'wrong' | 'late' }
  | { readonly kind: 'start-liveness' }
  | {
      readonly kind: 'complete-liveness';
      readonly attempt: 'newest' | 'former' | 'unknown';
      readonly passes: boolean;
    }
  | { readonly kind: 'photo' }
  | { readonly kind: 'prepare'; readonly position: number | undefined; readonly holder: HolderKind }
  | {
      readonly kind: 'complete';
      readonly position: number | undefined;
      readonly request: 'newest' | 'unknown';
      readonly isRight: boolean;
    }
  /** An action of a certificate from elsewhere, or of nobody. */
  | { readonly kind: 'other'; readonly action: 'prepare_portal_signing' | 'cancel_cloud_signing' | 'dance' }
  /** The same request once more, with its key. */
  | { readonly kind: 'repeat' }
  | { readonly kind: 'seal' }
  | { readonly kind: 'decline' }
  | { readonly kind: 'cancel' }
  | { readonly kind: 'expire' };

/** Numbers from 0 to below 1, the same for a seed (mulberry32). */
export function randomOf(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** More codes than this in an hour the service does not send, and the fake does. */
const MOST_CODES = 5;

/** A policy, and one move after the other, by what the session looks like. */
export class Generator {
  readonly #random: () => number;
  readonly policy: Policy;
  /** Some signers go on, others make mistakes. */
  readonly #care: number;
  #codes = 0;

  constructor(seed: number) {
    this.#random = randomOf(seed);
    this.policy = this.#policy(LAST_STEPS[seed % LAST_STEPS.length]);
    // Each step is the last one first with a signer who comes to the end.
    this.#care = seed <= LAST_STEPS.length ? 0.95 : this.#pick([0.35, 0.6, 0.8, 0.95]);
  }

  next(look: SessionLook, prepared: ReadonlySet<number>): Move {
    const step = look.steps.find(({ status }) => status !== 'COMPLETED');
    const move = this.#move(step?.type, look, prepared);
    if (move.kind !== 'send') return move;
    this.#codes += 1;
    // The first is sent by the service.
    return this.#codes < MOST_CODES ? move : { kind: 'decline' };
  }

  #move(current: StepType | undefined, look: SessionLook, prepared: ReadonlySet<number>): Move {
    const isSealing = look.batch?.sealed !== undefined;
    if (isSealing && this.#is(0.5)) return this.#pick([{ kind: 'seal' }, { kind: 'decline' }]);
    if (look.status === 'ACTIVE' && !isSealing && this.#is(0.015))
      return this.#pick([{ kind: 'decline' }, { kind: 'cancel' }, { kind: 'expire' }]);
    if (this.#is(0.05)) return { kind: 'repeat' };
    if (current !== undefined && this.#is(0.85)) return this.#forStep(current, look, prepared);
    return this.#forStep(this.#pick(STEPS_WITH_ACTIONS), look, prepared);
  }

  /** Of those that the step takes, mostly the right one. */
  #forStep(type: StepType, look: SessionLook, prepared: ReadonlySet<number>): Move {
    const isRight = this.#is(this.#care);
    switch (type) {
      case 'CLICK_ACCEPT':
        return { kind: 'accept', documents: isRight ? 'right' : this.#pick(['other', 'unnamed']) };
      case 'PURPOSE_DISCLOSURE':
        return { kind: 'acknowledge', version: isRight ? 'right' : 'other' };
      case 'OTP_CHALLENGE':
        return this.#sending();
      case 'OTP_VERIFY':
        return this.#entry(isRight, look);
      case 'BIOMETRIC_LIVENESS':
        return this.#liveness(isRight, look);
      case 'DOCUMENT_PHOTO_MATCH':
        return { kind: 'photo' };
      case 'DIGITAL_SIGN_A1':
        return this.#signature(isRight, look, prepared);
      case 'BIOMETRIC_MATCH':
      case 'SERPRO_IDENTITY_CHECK':
        return {
          kind: 'other',
          action: this.#pick(['prepare_portal_signing', 'cancel_cloud_signing', 'dance']),
        };
    }
  }

  #sending(): Move {
    const channel = this.#pick([undefined, undefined, 'email', 'sms'] as const);
    return { kind: 'send', channel, path: this.#pick(['advance', 'advance', 'resend-otp']) };
  }

  #entry(isRight: boolean, { code }: SessionLook): Move {
    const isOver = code?.attemptsLeft === 0;
    if (isOver ? this.#is(0.8) : this.#is(0.06)) return this.#sending();
    if (isRight && !isOver) return { kind: 'enter', code: 'right' };
    return {
      kind: 'enter',
      code: this.#is(0.08) ? 'late' : this.#pick(['wrong', 'wrong', 'wrong', 'right']),
    };
  }

  #liveness(isRight: boolean, { steps }: SessionLook): Move {
    const step = steps.find(({ type }) => type === 'BIOMETRIC_LIVENESS');
    const isStarted = step?.status === 'STARTED';
    if (isRight !== isStarted) return { kind: 'start-liveness' };
    const attempt = isRight ? 'newest' : this.#pick(['newest', 'former', 'unknown'] as const);
    return { kind: 'complete-liveness', attempt, passes: isRight };
  }

  #signature(isRight: boolean, { documents }: SessionLook, prepared: ReadonlySet<number>): Move {
    const position = this.#position(isRight, documents);
    const isPrepared = prepared.has(position ?? 1);
    const holder = isRight ? 'right' : this.#pick(HOLDERS);
    if (this.#is(0.06))
      return { kind: 'other', action: this.#pick(['prepare_portal_signing', 'cancel_cloud_signing']) };
    if (isRight ? !isPrepared : this.#is(0.5)) return { kind: 'prepare', position, holder };
    return { kind: 'complete', position, request: isRight || this.#is(0.6) ? 'newest' : 'unknown', isRight };
  }

  /** Of a batch the first that is not signed, or any; of another session none. */
  #position(isRight: boolean, documents: SessionLook['documents']): number | undefined {
    const total = this.policy.documents;
    if (isRight) return total === 1 ? undefined : documents.findIndex(({ isSigned }) => !isSigned) + 1 || 1;
    return this.#is(0.1)
      ? this.#pick([undefined, total + 1])
      : total === 1
        ? undefined
        : 1 + Math.floor(this.#random() * total);
  }

  /** @param last the step after which the session is completed, unless a profile has steps of its own */
  #policy(last: StepType = 'CLICK_ACCEPT'): Policy {
    const common = {
      choosesChannel: this.#is(0.4),
      documents: this.#pick([1, 1, 1, 2, 3]),
      breaks: this.#is(0.05),
    };
    const likeness = this.#pick([
      'same',
      'same',
      'other-face',
      'other-identity',
      'other-everywhere',
      'base-away',
    ] as const);
    if (this.#is(0.12)) {
      const profile = 'BIOMETRIC_SERPRO_AUTO_FALLBACK';
      const steps = [
        'PURPOSE_DISCLOSURE',
        'CLICK_ACCEPT',
        'BIOMETRIC_LIVENESS',
        'SERPRO_IDENTITY_CHECK',
      ] as const;
      return { ...common, profile, steps, likeness, choosesChannel: false, holdsSealing: false };
    }
    const groups: StepType[][] = [['CLICK_ACCEPT']];
    if (last === 'PURPOSE_DISCLOSURE' || this.#is(0.25)) groups.push(['PURPOSE_DISCLOSURE']);
    if (last === 'OTP_VERIFY' || this.#is(0.5)) groups.push(['OTP_CHALLENGE', 'OTP_VERIFY']);
    if (FACE_STEPS.includes(last) || this.#is(0.45)) groups.push(this.#face(last));
    if (last === 'DIGITAL_SIGN_A1') groups.push(['DIGITAL_SIGN_A1']);
    const endsWithLast = (group: readonly StepType[]): number => (group.at(-1) === last ? 1 : 0);
    const steps = this.#shuffled(groups)
      .toSorted((one, other) => endsWithLast(one) - endsWithLast(other))
      .flat();
    // The fake's checks would wait, too.
    const endsWithCheck = steps.at(-1) === 'BIOMETRIC_MATCH' || steps.at(-1) === 'SERPRO_IDENTITY_CHECK';
    return {
      ...common,
      profile: 'CUSTOM',
      steps,
      likeness: likenessFor(steps, likeness),
      holdsSealing: common.documents > 1 && !common.breaks && !endsWithCheck && this.#is(0.5),
    };
  }

  /** Liveness, and some of what compares its picture: up to the last step, if that is one of them. */
  #face(last: StepType): StepType[] {
    const end = FACE_STEPS.indexOf(last) + 1 || FACE_STEPS.length;
    return FACE_STEPS.slice(0, end).filter(
      (step, at) => step === last || at === 0 || this.#is(step === 'BIOMETRIC_MATCH' ? 0.6 : 0.4),
    );
  }

  #is(share: number): boolean {
    return this.#random() < share;
  }

  #pick<const T>(from: readonly T[]): T {
    let left = Math.floor(this.#random() * from.length);
    for (const each of from) if (left-- === 0) return each;
    throw new RangeError('There is nothing to pick.');
  }

  #shuffled<T>(from: readonly T[]): T[] {
    return from
      .map(each => ({ each, at: this.#random() }))
      .toSorted((one, other) => one.at - other.at)
      .map(({ each }) => each);
  }
}

/** What both sides can play: certificates are those of one signer, and a fake that waits does so at its first check. */
function likenessFor(steps: readonly StepType[], likeness: Likeness): Likeness {
  if (steps.includes('DIGITAL_SIGN_A1')) return 'same';
  return likeness === 'base-away' && steps.includes('BIOMETRIC_MATCH') ? 'other-identity' : likeness;
}

/** In the order of a session; the first needs no picture. */
const FACE_STEPS: readonly StepType[] = [
  'BIOMETRIC_LIVENESS',
  'BIOMETRIC_MATCH',
  'SERPRO_IDENTITY_CHECK',
  'DOCUMENT_PHOTO_MATCH',
];

/** Steps that can be the last one; the seeds take them in turn, since it is the last one that completes the session. */
const LAST_STEPS: readonly StepType[] = [
  'CLICK_ACCEPT',
  'PURPOSE_DISCLOSURE',
  'OTP_VERIFY',
  ...FACE_STEPS,
  // More often than others, since it has most moves.
  'DIGITAL_SIGN_A1',
  'DIGITAL_SIGN_A1',
  'DIGITAL_SIGN_A1',
];

const STEPS_WITH_ACTIONS = [
  'CLICK_ACCEPT',
  'PURPOSE_DISCLOSURE',
  'OTP_CHALLENGE',
  'OTP_VERIFY',
  'BIOMETRIC_LIVENESS',
  'BIOMETRIC_MATCH',
  'DOCUMENT_PHOTO_MATCH',
  'DIGITAL_SIGN_A1',
] as const satisfies readonly StepType[];

import { expect } from '@open-wc/testing';
import type { LiveSession } from '../../support/live-sessions.ts';
import { type MountedSession, until } from '../../support/mounted-session.ts';
import type { FaultKind, FaultName, Outcome, WireFault } from './faults.ts';

const UNSEEN: Outcome = {};

/** Something that the widget asks of the service, and what becomes of it under every kind of fault. */
export interface Action {
  readonly policy: WireFault;
  readonly content?: 'document';
  /** The service asks for real faces. */
  readonly faces?: boolean;
  /** What the fault hits: requests of the session, or for its document. */
  readonly match: { ofDocument?: boolean; method?: string; path?: string; action?: string };
  /** What the signer has done before the widget opens. */
  readonly before?: (session: LiveSession) => Promise<unknown>;
  /** How long ago that was, by the service's clock. */
  readonly secondsLater?: number;
  /** The session's first step is of a type that the widget does not know. */
  readonly newerStep?: boolean;
  /** Takes the signer to where they act, before the fault is armed. Absent: the first load is the action. */
  readonly ready?: (signer: MountedSession) => Promise<void>;
  readonly act: (signer: MountedSession) => void;
  /** What happens elsewhere once the fault was met. */
  readonly elsewhere?: (session: LiveSession) => Promise<unknown>;
  /** Where the signer is told of trouble; absent: on the screen. */
  readonly told?: (signer: MountedSession) => string;
  /** What the signer tries again by; absent: what they did first, or the screen's own button. */
  readonly again?: (signer: MountedSession) => HTMLElement | null | undefined;
  /** Is the signer where the action leads? */
  readonly done: (signer: MountedSession) => boolean;
  /** Fails unless the service did it once. */
  readonly once: (session: LiveSession, signer: MountedSession) => Promise<void>;
  readonly outcomes: Readonly<Record<FaultKind, Outcome>>;
  /** Absent: all. */
  readonly faults?: readonly FaultName[];
}

export const NOTHING_SEEN: Action['outcomes'] = {
  unseen: UNSEEN,
  busy: UNSEEN,
  tooMany: UNSEEN,
  garbage: UNSEEN,
  misread: UNSEEN,
  stranger: UNSEEN,
  absent: UNSEEN,
  refused: UNSEEN,
  conflict: UNSEEN,
  gone: UNSEEN,
  lost: UNSEEN,
  unreached: UNSEEN,
  down: UNSEEN,
};

export const CODES = { profile: 'CLICK_PLUS_OTP' };

export const accepted = (session: LiveSession) =>
  session.advance({ action: 'accept', textVersion: 'x', locale: 'en' });

/** The words of an action for what may have become of it. */
interface Words {
  readonly notDone: RegExp;
  readonly refused: RegExp;
  readonly busy: RegExp;
  readonly unknown: RegExp;
}

/** The outcomes of an action of the signer: once the service can be asked, it is asked. */
export function outcomes({ notDone, refused, busy, unknown }: Words): Action['outcomes'] {
  return {
    ...NOTHING_SEEN,
    garbage: { says: notDone, event: 'sign-error:unexpected_answer' },
    stranger: { says: refused, event: 'sign-error:request_refused' },
    absent: { says: refused, event: 'sign-error:request_refused' },
    refused: { says: refused, event: 'sign-error:request_refused' },
    conflict: { says: refused, event: 'sign-error:request_refused' },
    gone: { says: refused, event: 'sign-error:request_refused' },
    lost: { says: unknown, event: 'sign-error:network' },
    unreached: { says: notDone, event: 'sign-error:network' },
    down: { says: busy, event: 'sign-error:service_unavailable' },
  };
}

export const onScreen = (name: string) => (signer: MountedSession) =>
  signer.screen?.localName === `sign-session-${name}` && signer.text !== '';

/** The primary button, as soon as it can be pressed. */
export const submitButton = (signer: MountedSession): HTMLElement | null | undefined =>
  signer.screen?.shadowRoot?.querySelector<HTMLElement>('button[part=submit][aria-disabled=false]');

/** Presses it. What it says and whether it waits is known with the next frame. */
export function pressSubmit(signer: MountedSession): void {
  requestAnimationFrame(() => {
    void until(() => submitButton(signer), 'the button').then(button => button.click());
  });
}

export const codesSent = async (session: LiveSession, wanted: number) => {
  await untilAsync(async () => (await session.messages()).length >= wanted);
  expect(await session.messages(), 'messages').to.have.length(wanted);
};

async function untilAsync(look: () => Promise<boolean>): Promise<void> {
  const end = performance.now() + 10_000;
  while (!(await look())) if (performance.now() > end) return;
}

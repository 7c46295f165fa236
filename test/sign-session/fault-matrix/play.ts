import { expect } from '@open-wc/testing';
import { LiveServiceClient, LiveSession } from '../../support/live-sessions.ts';
import { MountedSession, until } from '../../support/mounted-session.ts';
import { armPageFault } from '../../support/page-faults.ts';
import { liveService } from '../../support/runner-page.ts';
import type { Action } from './action.ts';
import { FAULTS, TELLING, type Fault } from './faults.ts';

/** The rest of the story once the signer was told of trouble: they try again. */
async function tryAgain(signer: MountedSession, action: Action): Promise<void> {
  if (action.ready !== undefined) {
    action.act(signer);
    return;
  }
  const again =
    action.again?.(signer) ??
    [...(signer.screen?.shadowRoot?.querySelectorAll('button') ?? [])].find(
      button => button.textContent.trim() === 'Try again',
    );
  if (again !== undefined) again.click();
  else {
    // A link that does not work stays so until it is opened anew.
    signer.remove();
    await Promise.resolve();
    document.body.append(signer.element);
  }
}

const PATIENCE_MS = 90_000;

/** A browser asks one server six things at once: more signers on a page would time out in its queue. */
const AT_ONCE = 5;

/** Runs what it is given, at most `count` at a time. */
function atMost(count: number): (run: () => Promise<void>) => Promise<void> {
  const waiting: (() => void)[] = [];
  let free = count;
  return async run => {
    if (free === 0) await new Promise<void>(resolve => waiting.push(resolve));
    else free -= 1;
    try {
      await run();
    } finally {
      const next = waiting.shift();
      if (next === undefined) free += 1;
      else next();
    }
  };
}

/** Lets the fault happen to the action's next requests. */
async function arm(
  { match: { ofDocument = false, ...match } }: Action,
  session: LiveSession,
  { wire, page, lasts }: Fault,
) {
  const root = ofDocument ? await session.documentPath() : undefined;
  if (page === undefined) {
    await session.arm(root === undefined ? match : { ...match, root }, { times: 1, ...wire });
    return {
      met: async () => expect(await session.isSpared(), 'the fault was met').to.equal(true),
      over: () => undefined,
    };
  }
  const armed = armPageFault({ address: root ?? session.sessionId, ...match }, page, lasts ? undefined : 1);
  const met = async () => {
    await until(() => armed.met() > 0, 'the fault', PATIENCE_MS);
  };
  return { met, over: armed.disarm };
}

/** The signer is told of trouble; it passes, and they go on. */
async function overcome(
  signer: MountedSession,
  action: Action,
  fault: Fault,
  over: () => void,
): Promise<void> {
  const { says } = action.outcomes[fault.kind];
  const told = () => action.told?.(signer) ?? signer.text;
  if (says === undefined) {
    // Without a network nothing goes on, and nobody is told: it has to come back.
    if (fault.page === 'offline') over();
    return;
  }
  await until(() => says.test(told()), `“${String(says)}”`, PATIENCE_MS);
  over();
  if (fault.page === 'offline') {
    dispatchEvent(new Event('online'));
    if (action.told === undefined) await until(() => !says.test(told()), 'news', PATIENCE_MS);
    // What was only to be loaded loads by itself.
    if (action.done(signer) || (action.ready ?? action.again) === undefined) return;
  }
  await tryAgain(signer, action);
}

async function play(base: string, action: Action, session: LiveSession, fault: Fault) {
  const early = action.ready === undefined ? await arm(action, session, fault) : undefined;
  const signer = MountedSession.mount(session, { baseUrl: base });
  let over = early?.over;
  try {
    await action.ready?.(signer);
    const armed = early ?? (await arm(action, session, fault));
    ({ over } = armed);
    const before = signer.events.length;
    action.act(signer);
    // Before that, a screen that stays as it is says nothing.
    await armed.met();
    await action.elsewhere?.(session);
    await overcome(signer, action, fault, armed.over);
    await until(() => action.done(signer), `the end of the action (“${signer.text}”)`, PATIENCE_MS);
    const errors = signer.events.slice(before).filter(heard => heard.startsWith('sign-error'));
    const { event } = action.outcomes[fault.kind];
    expect([...new Set(errors)]).to.deep.equal(event === undefined ? [] : [event]);
    await action.once(session, signer);
  } finally {
    over?.();
    signer.remove();
  }
}

/** The whole of it in one engine, the most telling of it in the others. */
const WHOLE = navigator.userAgent.includes('Chrome');

/**
 * Every action with every fault, against the real service: the signer ends where the service has them, was told
 * the truth meanwhile, and the service did it once.
 */
export function playMatrix(actions: Readonly<Record<string, Action>>): void {
  for (const [name, action] of Object.entries(actions)) {
    describe(`whatever goes wrong with ${name}`, () => {
      const cases = Object.entries(FAULTS).filter(([fault]) => WHOLE || TELLING.includes(fault));
      let stories: Map<string, Promise<void>>;

      before(async function () {
        this.timeout(480_000);
        const base = await liveService(action.faces);
        const service = new LiveServiceClient(action.faces);
        const sessions: LiveSession[] = [];
        for (const _ of cases) sessions.push(await LiveSession.create(action.policy, action));
        for (const session of sessions) await action.before?.(session);
        // Another code can be asked for half a minute after the last.
        if (name === 'resend_otp') await service.advanceClock(31);
        // Side by side, each in a session of its own: most of the time is waiting.
        const inTurn = atMost(AT_ONCE);
        stories = new Map(
          cases.map(([story, fault], index) => {
            const session = sessions[index];
            if (session === undefined) throw new Error('A session for each');
            return [story, inTurn(() => play(base, action, session, fault))];
          }),
        );
        await Promise.allSettled(stories.values());
      });

      for (const [fault] of cases) {
        it(`${fault}: the signer sees the truth, and it is done once`, async () => {
          await stories.get(fault);
        });
      }
    });
  }
}

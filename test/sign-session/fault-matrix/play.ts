import { expect } from '@open-wc/testing';
import { LiveServiceClient, LiveSession } from '../../support/live-sessions.ts';
import { MountedSession, until } from '../../support/mounted-session.ts';
import { installPageClock, type PageClock } from '../../support/page-clock.ts';
import { liveService } from '../../support/runner-page.ts';
import type { Action } from './action.ts';
import { FAULTS, type Fault } from './faults.ts';
import { FaultyNetwork } from './network.ts';

/** How far the page's clock moves with each frame while the widget can only wait for time to pass, ms. */
const WAITING_STEP_MS = 5_000;
/** … and while it may be at work: its own time limits must not run out meanwhile. */
const WORKING_STEP_MS = 100;

/** One action with one fault, in a page whose time passes while nothing else happens. */
class Play {
  readonly #action: Action;
  readonly #fault: Fault;
  readonly #session: LiveSession;
  readonly #network = new FaultyNetwork();
  readonly #clock: PageClock = installPageClock();
  #signer: MountedSession | undefined;

  constructor(action: Action, fault: Fault, session: LiveSession) {
    this.#action = action;
    this.#fault = fault;
    this.#session = session;
  }

  /** Takes everything off the page again. */
  end(): void {
    this.#signer?.remove();
    this.#network.restore();
    this.#clock.restore();
  }

  async run(baseUrl: string): Promise<void> {
    const action = this.#action;
    const { sessionId } = this.#session;
    if (action.newerStep) this.#network.arm({ address: sessionId, method: 'GET' }, 'newer-step');
    const early = action.ready === undefined ? await this.#arm() : undefined;
    const signer = (this.#signer = MountedSession.mount(this.#session, { baseUrl }));
    await action.ready?.(signer);
    const armed = early ?? (await this.#arm());
    const before = signer.events.length;
    action.act(signer);
    // Before that, a screen that stays as it is says nothing.
    await armed.met();
    await action.elsewhere?.(this.#session);
    await this.#overcome(signer, armed.over);
    await this.#until(
      () => action.done(signer),
      () => `the end of the action (“${signer.text}”)`,
    );
    const errors = signer.events.slice(before).filter(heard => heard.startsWith('sign-error'));
    const { event } = action.outcomes[this.#fault.kind];
    expect([...new Set(errors)]).to.deep.equal(event === undefined ? [] : [event]);
    await this.#until(
      () => !this.#network.hasLate,
      () => 'the late request',
    );
    await action.once(this.#session, signer);
  }

  /** Lets the fault happen to the action's next requests. */
  async #arm(): Promise<{ met: () => Promise<unknown>; over: () => void }> {
    const { ofDocument = false, ...match } = this.#action.match;
    const { wire, page, lasts } = this.#fault;
    const session = this.#session;
    const root = ofDocument ? await session.documentPath() : undefined;
    if (page === undefined) {
      await session.arm(root === undefined ? match : { ...match, root }, { times: 1, ...wire });
      return {
        met: async () => expect(await session.isSpared(), 'the fault was met').to.equal(true),
        over: () => undefined,
      };
    }
    const armed = this.#network.arm(
      { address: root ?? session.sessionId, ...match },
      page,
      lasts ? undefined : 1,
    );
    return {
      met: () =>
        this.#until(
          () => armed.met() > 0,
          () => 'the fault',
        ),
      over: armed.disarm,
    };
  }

  /** The signer is told of trouble; it passes, and they go on. */
  async #overcome(signer: MountedSession, over: () => void): Promise<void> {
    const action = this.#action;
    const { kind, page } = this.#fault;
    const { says } = action.outcomes[kind];
    const told = () => action.told?.(signer) ?? signer.text;
    if (says === undefined) {
      // Without a network nothing goes on, and nobody is told: it has to come back.
      if (page === 'offline') over();
      return;
    }
    await this.#until(
      () => says.test(told()),
      () => `“${String(says)}” (“${told()}”)`,
    );
    over();
    if (page === 'offline') {
      dispatchEvent(new Event('online'));
      if (action.told === undefined)
        await this.#until(
          () => !says.test(told()),
          () => 'news',
        );
      // What was only to be loaded loads by itself.
      if (action.done(signer) || (action.ready ?? action.again) === undefined) return;
    }
    await this.#tryAgain(signer);
  }

  async #tryAgain(signer: MountedSession): Promise<void> {
    const action = this.#action;
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

  /** Waits until it holds, and lets time pass while nothing is under way to the service. */
  async #until(holds: () => boolean, what: () => string): Promise<void> {
    const look = () => {
      if (holds()) return true;
      if (!this.#network.busy) {
        // A camera's pictures come in real time.
        const workingStep = this.#action.faces ? 0 : WORKING_STEP_MS;
        this.#clock.tick(this.#network.failing ? WAITING_STEP_MS : workingStep);
      }
      return false;
    };
    await until(look, '').catch(() => {
      throw new Error(`Waited for ${what()}`);
    });
  }
}

async function newSession(action: Action): Promise<LiveSession> {
  const session = await LiveSession.create(action.policy, action);
  await action.before?.(session);
  return session;
}

/**
 * Every action with every fault, against the real service: the signer ends where the service has them, was told
 * the truth meanwhile, and the service did it once.
 */
export function playMatrix(actions: Readonly<Record<string, Action>>): void {
  for (const [name, action] of Object.entries(actions)) {
    describe(`whatever goes wrong with ${name}`, () => {
      const names: readonly string[] = action.faults ?? Object.keys(FAULTS);
      const faults = Object.entries<Fault>(FAULTS).filter(([fault]) => names.includes(fault));
      const sessions = new Map<Fault, LiveSession>();
      let baseUrl: string;

      before(async () => {
        baseUrl = await liveService(action.faces);
        if (action.secondsLater === undefined) return;
        // The clock is every page's: it is moved once.
        for (const [, fault] of faults) sessions.set(fault, await newSession(action));
        await new LiveServiceClient(action.faces).advanceClock(action.secondsLater);
      });

      for (const [title, fault] of faults) {
        it(`${title}: the signer sees the truth, and it is done once`, async () => {
          const play = new Play(action, fault, sessions.get(fault) ?? (await newSession(action)));
          try {
            await play.run(baseUrl);
          } finally {
            play.end();
          }
        });
      }
    });
  }
}

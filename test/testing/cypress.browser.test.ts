import { expect } from '@open-wc/testing';
import '../../src/index.ts';
import { addSignSessionCommands } from '../../packages/testing/src/cypress.ts';
import { createFakeSession } from '../../packages/testing/src/index.ts';

type Run = (...values: readonly unknown[]) => unknown;

/** `Cypress`, as far as commands are added and run: one after the other, each with what the one before went on with. */
class CypressStub {
  readonly children: string[] = [];
  readonly #commands = new Map<string, Run>();
  #queue: Promise<unknown> = Promise.resolve();

  readonly Commands = {
    add: (name: string, ...rest: [Run] | [{ readonly prevSubject: string }, Run]): void => {
      const [options, run = options] = rest;
      if (typeof run !== 'function') throw new Error('A command needs a function.');
      if (typeof options === 'object') this.children.push(`${name}: ${options.prevSubject}`);
      this.#commands.set(name, run);
    },
  };

  /** Begins a chain, and goes on with it. */
  readonly cy: Cypress.Chainable = new Proxy<Cypress.Chainable>(Object.create(null), {
    get: (_, name, chain) => {
      const run = this.#commands.get(String(name));
      if (run === undefined) throw new Error(`There is no command ${String(name)}.`);
      return (...values: readonly unknown[]) => {
        const isChild = this.children.some(child => child.startsWith(`${String(name)}:`));
        this.#queue = this.#queue.then(subject => run(...(isChild ? [subject] : []), ...values));
        return chain;
      };
    },
  });

  /** Resolves with what the last command went on with. */
  get done(): Promise<unknown> {
    return this.#queue;
  }
}

/** Elements as jQuery has them. */
const found = (selector: string) => Object.assign({}, [...document.querySelectorAll(selector)]);

describe('the commands for Cypress', () => {
  let element: HTMLElement;
  let Cypress: CypressStub;
  beforeEach(() => {
    Cypress = new CypressStub();
    Reflect.set(globalThis, 'cy', { get: found });
  });
  afterEach(() => {
    element.remove();
    Reflect.deleteProperty(globalThis, 'cy');
  });

  function mount(options: Parameters<typeof createFakeSession>[0]) {
    const session = createFakeSession(options);
    const { clientSecret, baseUrl, fetch } = session;
    element = Object.assign(document.createElement('sign-session'), { clientSecret, baseUrl, fetch });
    element.setAttribute('locale', 'en');
    document.body.append(element);
    return session;
  }

  it('sign as a signer would, in a chain', async () => {
    const session = mount({ steps: ['CLICK_ACCEPT', 'OTP_CHALLENGE', 'OTP_VERIFY'] });
    addSignSessionCommands(Cypress.Commands);
    const { cy } = Cypress;
    cy.signSession().signAccept();
    cy.signSession().signCode('111111').signSays('The code is incorrect');
    cy.signSession().signCode().signHears('sign-completed');
    expect(await Cypress.done).to.have.nested.property('detail.sessionId', session.sessionId);
    cy.signSession().signShows('outcome');
    expect(await Cypress.done).to.have.property('0', element);
  });

  it('press buttons, and authorise at a provider', async () => {
    const session = mount({
      steps: ['PURPOSE_DISCLOSURE', 'DIGITAL_SIGN_A1'],
      certificateSources: ['CLOUD'],
    });
    addSignSessionCommands(Cypress.Commands, { timeout: 5000 });
    const { cy } = Cypress;
    cy.signSession('sign-session').signShows('purposeDisclosure').signContinue();
    cy.signSession().signInCloud('Test provider').signHears('sign-completed');
    await Cypress.done;
    expect(session.status).to.equal('COMPLETED');
    expect(Cypress.children.every(child => child.endsWith(': element'))).to.equal(true);
  });

  it('fail where there is no element', async () => {
    mount({});
    addSignSessionCommands(Cypress.Commands);
    Cypress.cy.signSession('no-session').signPress('Decline');
    const error: unknown = await Cypress.done.catch((cause: unknown) => cause);
    expect(error).to.have.property('message', 'There is no <sign-session> to sign with.');
  });
});

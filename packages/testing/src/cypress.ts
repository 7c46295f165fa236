/** For Cypress: commands of a signer before the element. Nothing of Cypress is imported, neither a program nor types. */
import { SignSessionHarness, type EventName, type HeardEvent } from './harness.ts';

export type { EventName, HeardEvent };

/** `Cypress.Commands`, as far as it is used. Its types depend on the names of all commands, so that ours can't say more. */
export interface CypressCommands {
  readonly add: (...values: never[]) => unknown;
}

/** An element as commands of Cypress get it: by jQuery, or itself. */
type Subject = HTMLElement | { readonly 0?: HTMLElement };

/** Commands after `cy.signSession()`, or `cy.get()` of the element. Each goes on with the element, unless it says else. */
const COMMANDS = {
  signShows: (signer: SignSessionHarness, step: string) => signer.shows(step),
  signSays: (signer: SignSessionHarness, text: string) => signer.says(text),
  signAccept: (signer: SignSessionHarness) => signer.accept(),
  signCode: (signer: SignSessionHarness, code?: string) => signer.enterCode(code),
  signInCloud: (signer: SignSessionHarness, provider?: string) => signer.authorizeInCloud(provider),
  signContinue: (signer: SignSessionHarness) => signer.continue(),
  signPress: (signer: SignSessionHarness, text: string) => signer.press(text),
  /** Goes on with the event. */
  signHears: (signer: SignSessionHarness, name: EventName) => signer.hears(name),
};

/**
 * Adds the commands to `Cypress.Commands`: call it once, in the support file.
 *
 * @param timeout ms that a command waits. Default 10 s; Cypress itself ends a command after its `defaultCommandTimeout`.
 */
export function addSignSessionCommands(
  commands: CypressCommands,
  { timeout }: { readonly timeout?: number } = {},
): void {
  const signers = new WeakMap<HTMLElement, SignSessionHarness>();
  const signerOf = (subject: Subject): SignSessionHarness => {
    const element = 'nodeType' in subject ? subject : subject[0];
    if (element === undefined) throw new Error('There is no <sign-session> to sign with.');
    const signer =
      signers.get(element) ?? new SignSessionHarness(element, timeout === undefined ? {} : { timeout });
    signers.set(element, signer);
    return signer;
  };
  const add = (...values: readonly unknown[]): unknown => Reflect.apply(commands.add, commands, values);
  add('signSession', (selector: string = 'sign-session') => cy().get(selector));
  for (const [name, run] of Object.entries<(signer: SignSessionHarness, value: never) => Promise<unknown>>(
    COMMANDS,
  ))
    add(name, { prevSubject: 'element' }, async (subject: Subject, value: never) => {
      const result = await run(signerOf(subject), value);
      return result ?? subject;
    });
}

/** Cypress makes it global. */
function cy(): { get(selector: string): unknown } {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- its types are there only with Cypress
  return (globalThis as unknown as { cy: { get(selector: string): unknown } }).cy;
}

declare global {
  // Merged with Cypress's own where it is installed; a namespace of its own where it is not.
  // oxlint-disable-next-line typescript/no-namespace -- Cypress's types are one
  namespace Cypress {
    // oxlint-disable-next-line typescript/no-explicit-any -- the declarations of one interface have the same parameters
    interface Chainable<Subject = any> {
      /** Finds the element. Default: the only `sign-session`. */
      signSession(selector?: string): Chainable<HTMLElement>;
      /** Waits for a screen, by its name in `sign-step`. */
      signShows(step: string): Chainable<Subject>;
      /** Waits until the element shows a text. */
      signSays(text: string): Chainable<Subject>;
      /** Ticks the consent and goes on. */
      signAccept(): Chainable<Subject>;
      /** Types a one-time code and confirms it. Default: the right one of a fake session. */
      signCode(code?: string): Chainable<Subject>;
      /** Authorises at a provider of certificates in the cloud, by its name. Default: the first. */
      signInCloud(provider?: string): Chainable<Subject>;
      /** Presses the primary button. */
      signContinue(): Chainable<Subject>;
      /** Presses a button by its text. */
      signPress(text: string): Chainable<Subject>;
      /** Waits for an event of the element. */
      signHears(name: EventName): Chainable<HeardEvent>;
    }
  }
}

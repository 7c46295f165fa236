import type { ReactiveController, ReactiveControllerHost } from 'lit';

/** The slot of the public element, and of the screen inside it, that the field comes through. */
export const CODE_SLOT = 'sign-session-code';

export const CODE_LENGTH = 6;

export interface CodeFieldListener {
  /** The signer has changed the field. `inserted`: at one stroke, by pasting or autofill. */
  changed(code: string, inserted: boolean): void;
  /** The signer pressed Enter in it. */
  entered(): void;
}

/** How the field is announced: labels can't reach it from inside the element. */
export interface CodeFieldLabels {
  readonly label: string;
  /** What is wrong with it, or what goes in. */
  readonly description: string;
  readonly invalid: boolean;
}

/** The digits of what was typed or pasted, whatever stands between them. */
export function digitsOf(text: string): string {
  return text.normalize('NFKC').replaceAll(/\D/g, '');
}

/**
 * The one field of the code. It is a child of the public element, in the page's own tree, because browsers and
 * password managers offer the code to no field inside a shadow root. All else about it is in the screen: the
 * frame around it and how it looks.
 */
export class CodeField implements ReactiveController {
  readonly #host: ReactiveControllerHost & Element;
  readonly #listener: CodeFieldListener;
  readonly #input = makeInput();
  #page: HTMLElement | undefined;
  #before = '';

  constructor(host: ReactiveControllerHost & Element, listener: CodeFieldListener) {
    this.#host = host;
    this.#listener = listener;
    this.#input.addEventListener('input', () => this.#handleInput());
    this.#input.addEventListener('keydown', event => this.#handleKey(event));
    host.addController(this);
  }

  get code(): string {
    return this.#input.value;
  }

  set code(code: string) {
    this.#input.value = code;
    this.#before = code;
  }

  /** Puts it into the public element, again where the page's own code has swept it out. */
  place(page: HTMLElement, { label, description, invalid }: CodeFieldLabels): void {
    this.#page = page;
    // An update that comes after the removal must not leave the code behind in the page.
    if (this.#host.isConnected && this.#input.parentNode !== page) page.append(this.#input);
    this.#input.setAttribute('aria-label', label);
    this.#input.setAttribute('aria-description', description);
    this.#input.setAttribute('aria-invalid', String(invalid));
  }

  focus(): void {
    this.#input.focus();
  }

  hostConnected(): void {
    if (this.#page !== undefined) this.#page.append(this.#input);
  }

  hostDisconnected(): void {
    this.#input.remove();
  }

  #handleInput(): void {
    const code = digitsOf(this.#input.value);
    if (code !== this.#input.value) this.#input.value = code;
    const inserted = code.length - this.#before.length > 1;
    this.#before = code;
    this.#listener.changed(code, inserted);
  }

  #handleKey(event: KeyboardEvent): void {
    if (event.key !== 'Enter' || event.isComposing) return;
    event.preventDefault();
    this.#listener.entered();
  }
}

function makeInput(): HTMLInputElement {
  const input = document.createElement('input');
  input.type = 'text';
  input.slot = CODE_SLOT;
  input.inputMode = 'numeric';
  input.setAttribute('autocomplete', 'one-time-code');
  input.spellcheck = false;
  // A form of the page around the element must neither send the code nor be sent by Enter in it.
  input.setAttribute('form', '');
  return input;
}

/*
 * WebOTP: the browser reads the code out of an SMS that names this page, and asks the signer. TypeScript has no
 * types of it.
 */

/** Asks the browser for the code; undefined where it can't, or the signer says no. Ends when `signal` aborts. */
export async function receiveCode(signal: AbortSignal): Promise<string | undefined> {
  if (!('OTPCredential' in globalThis)) return undefined;
  try {
    const request: CredentialRequestOptions & { otp: { transport: string[] } } = {
      otp: { transport: ['sms'] },
      signal,
    };
    const { code }: { code?: unknown } = Object(await navigator.credentials.get(request));
    return typeof code === 'string' && !signal.aborted ? code : undefined;
  } catch {
    // Not allowed here, or not wanted: the signer types.
    return undefined;
  }
}

import type { ReactiveController, ReactiveControllerHost } from 'lit';

/** Digits of a one-time code. */
export const CODE_LENGTH = 6;

/** Six digits, with at most three blanks or hyphens between two, and neither letter nor digit beside them. */
const CODE = /(?<![\p{L}\p{N}])\d(?:[\s.\-–]{0,3}\d){5}(?![\s.\-–]{0,3}\d|\p{L})/gu;
/** What messages call it, before it. */
const NAMED = /(?:c[oó]digo|code|clave|token)\P{N}*$/iu;

/** The digits of what was typed, without other characters; at most as many as a code has. */
export function digitsOf(text: string): string {
  return text.normalize('NFKC').replaceAll(/\D/g, '').slice(0, CODE_LENGTH);
}

/**
 * The code in a text that was pasted or filled in, which may be a whole message: a number of six digits, that after the
 * word for “code” first. Digits of names (“C6 Bank”) and longer numbers are none. Undefined when the text has no code.
 */
export function codeIn(text: string): string | undefined {
  const plain = text.normalize('NFKC');
  const found = [...plain.matchAll(CODE)];
  const named = found.find(({ index }) => NAMED.test(plain.slice(0, index)));
  const unspaced = found.find(([match]) => match.length === CODE_LENGTH);
  const [match] = named ?? unspaced ?? found[0] ?? [];
  return match === undefined ? undefined : digitsOf(match);
}

/** The name of the slots of the public element and of the screen that show the field. */
export const CODE_SLOT = 'sign-session-code';

/** At most so often it is put back, in ms. */
const PUT_BACK_EVERY = 50;

interface CodeFieldListener {
  /** The signer has changed the field. `filledIn`: at one stroke, as pasting and autofill do. */
  changed(code: string, filledIn: boolean): void;
  /** The signer pressed Enter in it. */
  entered(): void;
}

/** The accessible texts of the field: a `<label>` in the element's shadow tree can't refer to it. */
interface CodeFieldLabels {
  readonly label: string;
  /** The error, or a hint. */
  readonly description: string;
  readonly invalid: boolean;
}

/**
 * The field for the code. It is a child of the public element, in the page's own tree, because browsers and password
 * managers don't offer a code to fields inside a shadow root. The screen draws its border and styles it.
 */
export class CodeField implements ReactiveController {
  readonly #host: ReactiveControllerHost & Element;
  readonly #listener: CodeFieldListener;
  readonly #input = makeInput();
  /** The digits before the last change. */
  #before = '';
  #page: HTMLElement | undefined;
  #isFocused = false;
  /** While it was put back a moment ago. */
  #rest: ReturnType<typeof setTimeout> | undefined;
  readonly #removals = new MutationObserver(() => this.#keepInPage());

  constructor(host: ReactiveControllerHost & Element, listener: CodeFieldListener) {
    this.#host = host;
    this.#listener = listener;
    this.#input.addEventListener('input', event =>
      this.#handleInput(event instanceof InputEvent && event.isComposing),
    );
    this.#input.addEventListener('compositionend', () => this.#handleInput());
    this.#input.addEventListener('paste', event => this.#handlePaste(event));
    this.#input.addEventListener('keydown', event => this.#handleKey(event));
    this.#input.addEventListener('focus', () => (this.#isFocused = true));
    // Some browsers tell of it before they take the field out of the page, which must not count.
    this.#input.addEventListener('blur', () =>
      queueMicrotask(() => (this.#isFocused &&= !this.#input.isConnected)),
    );
    host.addController(this);
  }

  get code(): string {
    return digitsOf(this.#input.value);
  }

  set code(code: string) {
    this.#input.value = this.#before = code;
  }

  /** Adds the field to the public element, where it stays although the page's own code removes it. */
  place(page: HTMLElement, { label, description, invalid }: CodeFieldLabels): void {
    this.#page = page;
    this.#keepInPage();
    this.#removals.observe(page, { childList: true });
    this.#input.setAttribute('aria-label', label);
    this.#input.setAttribute('aria-description', description);
    this.#input.setAttribute('aria-invalid', String(invalid));
  }

  focus(): void {
    this.#input.focus({ preventScroll: true });
  }

  /** Focuses the field with its digits selected, so that typing replaces them. */
  select(): void {
    this.focus();
    this.#input.select();
  }

  hostConnected(): void {
    this.#keepInPage();
  }

  hostDisconnected(): void {
    this.#removals.disconnect();
    this.#isFocused = false;
    clearTimeout(this.#rest);
    this.#rest = undefined;
    this.#input.remove();
  }

  /**
   * Pages that patch their HTML by the server's (Turbo, LiveView, Livewire, htmx) remove what the server did not send. The field
   * comes back at once with its digits, focus and caret; the fields of elements that this one is a clone of go.
   */
  #keepInPage(): void {
    // An update after the removal must not leave the code in the page.
    if (this.#page === undefined || !this.#host.isConnected) return;
    for (const other of this.#page.querySelectorAll(`:scope > [slot="${CODE_SLOT}"]`))
      if (other !== this.#input) other.remove();
    // Code that removes it whenever it comes back must not stop the page.
    if (this.#input.parentNode === this.#page || this.#rest !== undefined) return;
    this.#rest = setTimeout(() => {
      this.#rest = undefined;
      this.#keepInPage();
    }, PUT_BACK_EVERY);
    const { selectionStart, selectionEnd } = this.#input;
    this.#page.append(this.#input);
    if (!this.#isFocused) return;
    this.focus();
    this.#input.setSelectionRange(selectionStart, selectionEnd);
  }

  #handleInput(isComposing = false): void {
    const { value } = this.#input;
    const typed = digitsOf(value);
    const filledIn = isFilledIn(this.#before, value);
    const code = (filledIn ? codeIn(value) : undefined) ?? typed;
    // Full-width digits by an input method: a change would end what it composes.
    if (code !== value && !isComposing) this.#input.value = code;
    this.#before = code;
    this.#listener.changed(code, filledIn);
  }

  /** A message that was pasted: the field would join its lines, and the code with a word. */
  #handlePaste(event: ClipboardEvent): void {
    const code = codeIn(event.clipboardData?.getData('text') ?? '');
    if (code === undefined) return;
    event.preventDefault();
    this.code = code;
    this.#listener.changed(code, true);
  }

  #handleKey(event: KeyboardEvent): void {
    if (event.key !== 'Enter' || event.isComposing) return;
    event.preventDefault();
    this.#listener.entered();
  }
}

/** A keyboard adds or changes one digit at a time. What changes more, as pasting and autofill do, fills the code in. */
function isFilledIn(before: string, now: string): boolean {
  if (now.length !== before.length) return now.length > before.length + 1;
  return Array.from(now).filter((digit, index) => digit !== before[index]).length > 1;
}

function makeInput(): HTMLInputElement {
  const input = document.createElement('input');
  input.type = 'text';
  input.slot = CODE_SLOT;
  input.inputMode = 'numeric';
  input.setAttribute('autocomplete', 'one-time-code');
  input.spellcheck = false;
  // A form around the element must not include the field, nor be submitted by Enter in it.
  input.setAttribute('form', '');
  return input;
}

/*
 * WebOTP: the browser reads the code from an SMS that names this page, after asking the signer. TypeScript has no types
 * for it.
 */

/** Asks the browser for the code; undefined if it can't, the signer refuses, or `signal` aborts. */
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
    // Not allowed here, or refused: the signer types the code.
    return undefined;
  }
}

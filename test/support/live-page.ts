import type { Engine } from './browsers.ts';
import type { MediaPreferences } from './media.ts';
import { clickPoint, sentQuery, type ClickPoint, type ElementQuery } from './page-element.ts';
import { PATIENCE_MS } from './patience.ts';

/** CSS pixels. */
export interface ViewportSize {
  width: number;
  height: number;
}

export interface LiveOptions {
  /** 1280 × 800 when left out. WebKitGTK's window is at least 447 px wide. */
  viewport?: ViewportSize;
  /** WebKitGTK knows the dark colour scheme only. */
  media?: MediaPreferences;
  /** Chromium: a film that its camera shows, an absolute path of Motion JPEG. It has to be a browser of its own. */
  film?: string;
}

/** What went wrong in the page so far, across navigations. */
export interface PageProblems {
  /** `console.error` calls, uncaught errors and rejections. */
  errors: string[];
  /** One line a violation: the directive, what it refused, a sample of the code. */
  policyViolations: string[];
}

/** What each engine has to offer; {@link LiveBrowser} builds the rest on it, the same for all. */
export interface EnginePage {
  goto(url: string): Promise<void>;
  /** Evaluates an expression in the page, waits when it is a promise, answers its JSON value. */
  evaluateExpression(expression: string): Promise<unknown>;
  clickAt(point: ClickPoint): Promise<void>;
  type(text: string): Promise<void>;
  /** One key or a chord such as `Shift+Tab`. */
  press(chord: string): Promise<void>;
  screenshot(): Promise<Buffer>;
  setViewport(size: ViewportSize): Promise<void>;
  problems(): Promise<PageProblems>;
  close(): Promise<void>;
}

export type PageFunction<Argument, Result> = (argument: Argument) => Result | Promise<Result>;

const POLL_MS = 40;

/**
 * The expression that calls a function of this file's world in the page. The compiler that runs the tests
 * wraps named inner functions in `__name`, which the page does not have.
 */
function callExpression(pageFunction: string, argument: unknown): string {
  return `(__name => (${pageFunction})(${JSON.stringify(argument ?? null)}))(named => named)`;
}

/* oxlint-disable unicorn/consistent-function-scoping -- its source travels into the page alone */
/** Runs in the page: all that it says, spaces folded, in the order of its elements; open shadow roots are looked into. */
function saidText(): string {
  const words: string[] = [];
  const read = (root: Node): void => {
    for (const node of root.childNodes) {
      if (node instanceof Text) words.push(node.data);
      else if (node instanceof Element && !node.matches('script, style, [hidden]')) {
        if (node.shadowRoot !== null) read(node.shadowRoot);
        read(node);
      }
    }
  };
  read(document.body);
  return words.join(' ').replaceAll(/\s+/g, ' ').trim();
}
/* oxlint-enable unicorn/consistent-function-scoping */

/** One browser with one page, driven like a person would; the same calls in three engines. */
export class LiveBrowser {
  readonly name: Engine;
  readonly #page: EnginePage;

  constructor(name: Engine, page: EnginePage) {
    this.name = name;
    this.#page = page;
  }

  /** Opens an address and waits for the document's `load`. */
  goto(url: string): Promise<void> {
    return this.#page.goto(url);
  }

  /**
   * Calls a function inside the page. It sees the page's globals and its argument, nothing around it here;
   * argument and result travel as JSON.
   */
  async evaluate<Result, Argument = undefined>(
    pageFunction: PageFunction<Argument, Result>,
    argument?: Argument,
  ): Promise<Result> {
    const value = await this.#page.evaluateExpression(callExpression(pageFunction.toString(), argument));
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- JSON of what the function returns
    return value as Result;
  }

  /**
   * Waits until the function answers something truthy and answers that.
   *
   * @param timeout in milliseconds.
   * @throws Error with what the page says and complained about, when the time is over.
   */
  async waitFor<Result, Argument = undefined>(
    pageFunction: PageFunction<Argument, Result>,
    argument?: Argument,
    timeout = PATIENCE_MS,
  ): Promise<NonNullable<Result>> {
    const deadline = Date.now() + timeout;
    for (;;) {
      // A navigation throws away the script that is running; the next document answers.
      const value = await this.evaluate(pageFunction, argument).catch((error: unknown) => {
        if (Date.now() > deadline) throw error;
        return undefined;
      });
      if (value) return value;
      if (Date.now() > deadline) throw await this.#timeoutError(pageFunction.toString(), timeout);
      await new Promise(resolve => setTimeout(resolve, POLL_MS));
    }
  }

  /**
   * Clicks with the mouse in the middle of an element, as soon as it is visible, enabled and uncovered; open
   * shadow roots are looked into.
   */
  async click(target: string | ElementQuery, timeout?: number): Promise<void> {
    await this.#page.clickAt(await this.waitFor(clickPoint, sentQuery(target), timeout));
  }

  clickAt(x: number, y: number): Promise<void> {
    return this.#page.clickAt({ x, y });
  }

  /** Types into whatever has the focus. */
  type(text: string): Promise<void> {
    return this.#page.type(text);
  }

  /** Presses one key (`Enter`, `a`) or a chord (`Shift+Tab`). */
  press(chord: string): Promise<void> {
    return this.#page.press(chord);
  }

  /** A PNG of the viewport. */
  screenshot(): Promise<Buffer> {
    return this.#page.screenshot();
  }

  setViewport(size: ViewportSize): Promise<void> {
    return this.#page.setViewport(size);
  }

  async consoleErrors(): Promise<string[]> {
    return (await this.#page.problems()).errors;
  }

  async policyViolations(): Promise<string[]> {
    return (await this.#page.problems()).policyViolations;
  }

  close(): Promise<void> {
    return this.#page.close();
  }

  async #timeoutError(source: string, timeout: number): Promise<Error> {
    const { errors, policyViolations } = await this.#page.problems();
    const complaints = [...policyViolations, ...errors].map(line => `\n  ${line}`).join('');
    const said = await this.evaluate(saidText).catch(() => 'nothing: it can’t be asked');
    return new Error(
      `${this.name} waited ${String(timeout)} ms in vain for\n${source}${complaints}\nThe page says “${said}”`,
    );
  }
}

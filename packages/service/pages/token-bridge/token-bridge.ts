/**
 * What a signer with a token or card can do: first what needs nothing installed, then what whoever looks after their computers
 * installs, with a check whether the bridge runs. It is about no session, and holds nothing of one.
 */
import { DEFAULT_PORT } from '@sign-session/bridge-protocol';
import { html, nothing, render, type TemplateResult } from 'lit';
import { BridgeError, TokenBridgeProvider } from '../../../../src/certificate/token-bridge.ts';
import type { Locale } from '../../../../src/index.ts';
import { browserLocale } from '../hosted/notice.ts';
import { BRIDGE_PAGE_MESSAGES, type CheckResult, type Installation, type System } from './messages.ts';

/** Each language in its own name. */
const LANGUAGES: ReadonlyMap<Locale, string> = new Map([
  ['pt-BR', 'Português'],
  ['en', 'English'],
  ['es', 'Español'],
]);

const localeNamed = (name: string | null): Locale | undefined =>
  [...LANGUAGES.keys()].find(locale => locale === name);

/** The bridge's port, where the page that led here uses another. */
function portNamed(text: string | null): number {
  const port = /^\d{1,5}$/.test(text ?? '') ? Number(text) : 0;
  return port >= 1 && port <= 65_535 ? port : DEFAULT_PORT;
}

/** Looks for the bridge as the widget does. Nothing of the token is asked for, and nothing stays connected. */
async function check(locale: Locale, signal: AbortSignal): Promise<CheckResult> {
  const provider = new TokenBridgeProvider({
    port: DEFAULT_PORT,
    lang: locale,
    label: '',
    progress: () => undefined,
  });
  try {
    return await provider.init(signal);
  } catch (error) {
    const problem = error instanceof BridgeError ? error.problem : 'lost';
    return problem === 'absent' ||
      problem === 'blocked' ||
      problem === 'unsupported' ||
      problem === 'outdated'
      ? problem
      : 'lost';
  } finally {
    provider.dispose();
  }
}

/** The computer's system as the browser tells it; the instructions for it are open. */
function ownSystem(): System {
  if (/windows/i.test(navigator.userAgent)) return 'windows';
  return /mac/i.test(navigator.userAgent) ? 'macos' : 'linux';
}

/** The page: renders what it knows, and acts on the signer's presses. */
class BridgePage {
  readonly #place: HTMLElement;
  readonly #own = ownSystem();
  readonly #port = portNamed(new URL(location.href).searchParams.get('port'));
  readonly #leaving = new AbortController();
  #locale: Locale;
  #result: CheckResult | 'checking' | undefined;
  /** Did the window stay, although the signer wanted to go back? */
  #stayed = false;

  /** @param place is filled by {@link open} */
  constructor(place: HTMLElement) {
    this.#place = place;
    this.#locale = localeNamed(new URL(location.href).searchParams.get('lang')) ?? browserLocale();
  }

  open(): void {
    addEventListener('pagehide', () => this.#leaving.abort());
    this.#draw();
  }

  readonly #handleLocale = ({ target }: Event) => {
    const locale = target instanceof HTMLSelectElement ? localeNamed(target.value) : undefined;
    if (locale === undefined) return;
    this.#locale = locale;
    const url = new URL(location.href);
    url.searchParams.set('lang', locale);
    history.replaceState(history.state, '', url);
    this.#draw();
  };

  readonly #handleCheck = async () => {
    if (this.#result === 'checking') return;
    this.#result = 'checking';
    this.#draw();
    this.#result = await check(this.#locale, this.#leaving.signal);
    this.#draw();
  };

  /** The step is in the window that opened this one, or a page before it. */
  readonly #handleBack = () => {
    if (history.length > 1) {
      history.back();
      return;
    }
    window.close();
    // A browser may keep a window that no script has opened.
    this.#stayed = true;
    this.#draw();
  };

  #draw(): void {
    const m = BRIDGE_PAGE_MESSAGES[this.#locale];
    document.documentElement.lang = this.#locale;
    document.title = m.title;
    render(
      html`<header>
          <button type="button" @click=${this.#handleBack}>${m.back}</button>
          <label>
            <span class="sr">${m.language}</span>
            <select @change=${this.#handleLocale}>
              ${[...LANGUAGES].map(
                ([value, name]) =>
                  html`<option value=${value} lang=${value} ?selected=${value === this.#locale}>
                    ${name}
                  </option>`,
              )}
            </select>
          </label>
        </header>
        <main>
          <div>
            <h1>${m.title}</h1>
            <p class="quiet">${m.lead}</p>
            <p role="status">${this.#stayed ? m.stayed : nothing}</p>
          </div>
          <section>
            <h2>${m.without.title}</h2>
            <ul>
              ${m.without.ways.map(([name, text]) => html`<li><b>${name}</b>${text}</li>`)}
            </ul>
            <p class="quiet">${m.without.note}</p>
          </section>
          ${this.#port === DEFAULT_PORT ? this.#drawCheck() : nothing} ${this.#drawInstallation()}
        </main>`,
      this.#place,
    );
  }

  #drawCheck(): TemplateResult {
    const m = BRIDGE_PAGE_MESSAGES[this.#locale];
    const result = this.#result;
    const isChecking = result === 'checking';
    const said = result === undefined || isChecking ? undefined : m.check.results[result];
    return html`<section>
      <h2>${m.check.title}</h2>
      <p>${m.check.text}</p>
      <div>
        <button class="primary" type="button" aria-disabled=${String(isChecking)} @click=${this.#handleCheck}>
          ${isChecking ? m.check.checking : m.check.button}
        </button>
        <p class="result ${said === undefined ? '' : result === 'ready' ? 'good' : 'caution'}" role="status">
          ${said ?? nothing}
        </p>
      </div>
    </section>`;
  }

  #drawInstallation(): TemplateResult {
    const { installation: m } = BRIDGE_PAGE_MESSAGES[this.#locale];
    // This page may connect to the usual port alone; with another one the step itself looks for the bridge.
    const start = `npx sign-session-bridge${this.#port === DEFAULT_PORT ? '' : ` --port ${this.#port}`}`;
    return html`<section>
      <h2>${m.title}</h2>
      <p>${m.text}</p>
      ${SYSTEMS.map(
        ([system, name]) =>
          html`<details ?open=${system === this.#own}>
            <summary>${name}</summary>
            <ol>
              ${stepsOn(system, m, start).map(
                ([text, command]) =>
                  html`<li>${text}${command === undefined ? nothing : html`<code>${command}</code>`}</li>`,
              )}
            </ol>
          </details>`,
      )}
      <p>${m.policy}<code>LocalNetworkAccessAllowedForUrls: ["${location.origin}"]</code></p>
      <p>${m.driver}<code>${start} --module ${m.file}</code></p>
      <p class="quiet">${m.safety}</p>
      <p class="quiet">${m.tried}</p>
    </section>`;
  }
}

const SYSTEMS: readonly (readonly [System, string])[] = [
  ['windows', 'Windows'],
  ['macos', 'macOS'],
  ['linux', 'Linux'],
];

/** What compiles the bridge's native part. */
const TOOLS: Readonly<Record<System, string | undefined>> = {
  windows: undefined,
  macos: 'xcode-select --install',
  linux: 'sudo apt install build-essential python3 pcscd zenity',
};

function stepsOn(
  system: System,
  m: Installation,
  start: string,
): (readonly [text: string, command?: string | undefined])[] {
  return [[m.token], [m.node], [m.tools[system], TOOLS[system]], [m.start, start], [m.pair]];
}

const place = document.querySelector<HTMLElement>('#page');
if (place !== null) new BridgePage(place).open();

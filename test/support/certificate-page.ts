import type { LiveBrowser } from './live-browser.ts';
import { Signer } from './signer.ts';

/** What a page did with what was put into it. */
export interface PageRecord {
  /** Addresses, headers and bodies of its requests, and everything that it wrote to the console. */
  readonly said: readonly string[];
  /** What it keeps: web storage, cookies, its own history entry, its address, names of databases and caches. */
  readonly kept: readonly string[];
}

/** The certificate screen, as its signer uses it. */
export class CertificatePage {
  readonly #browser: LiveBrowser;
  readonly #signer: Signer;

  constructor(browser: LiveBrowser) {
    this.#browser = browser;
    this.#signer = new Signer(browser);
  }

  /** Opens the signer's link, reads and accepts, and is asked for the certificate. */
  async comesTo(link: string): Promise<void> {
    await this.#signer.open(link);
    await this.#signer.seesDocument();
    await this.#signer.accepts();
    await this.#signer.sees('certificate');
  }

  /** From now on, notes what the page sends and says; what it keeps is looked at in the end. */
  async watch(): Promise<void> {
    await this.#browser.evaluate(() => {
      const said: string[] = [];
      const send = globalThis.fetch.bind(globalThis);
      globalThis.fetch = (input, init) => {
        const address = input instanceof Request ? input.url : String(input);
        const headers = [...new Headers(init?.headers)].flat();
        said.push(address, ...headers, typeof init?.body === 'string' ? init.body : '');
        return send(input, init);
      };
      for (const level of ['debug', 'log', 'info', 'warn', 'error'] as const) {
        const write = console[level].bind(console);
        console[level] = (...words: unknown[]) => {
          said.push(...words.map(String));
          write(...words);
        };
      }
      Object.assign(globalThis, { said });
    });
  }

  async record(): Promise<PageRecord> {
    return this.#browser.evaluate(async () => {
      const said: unknown = Reflect.get(globalThis, 'said');
      const databases = 'databases' in indexedDB ? await indexedDB.databases() : [];
      const cached = 'caches' in globalThis ? await caches.keys() : [];
      const kept = [
        JSON.stringify(localStorage),
        JSON.stringify(sessionStorage),
        document.cookie,
        JSON.stringify(history.state),
        location.href,
        ...databases.map(({ name = '' }) => name),
        ...cached,
      ];
      return { said: Array.isArray(said) ? said.map(String) : [], kept };
    });
  }

  /** Chooses a file and types its password, as with the picker. */
  async opens(file: Uint8Array, password: string): Promise<void> {
    const content = Buffer.from(file).toString('base64');
    await this.#browser.waitFor(
      given => {
        const screen = document.querySelector('sign-session')?.shadowRoot?.querySelector('.screen');
        const form = screen?.shadowRoot?.querySelector('sign-session-certificate-file')?.shadowRoot;
        const chooser = form?.querySelector<HTMLInputElement>('#file');
        const field = form?.querySelector<HTMLInputElement>('#password');
        if (!chooser || !field) return false;
        const transfer = new DataTransfer();
        const bytes = Uint8Array.from(atob(given.content), character => character.charCodeAt(0));
        transfer.items.add(new File([bytes], 'certificate.p12'));
        chooser.files = transfer.files;
        chooser.dispatchEvent(new Event('change'));
        field.value = given.password;
        form?.querySelector<HTMLElement>('button[type="submit"]')?.click();
        return true;
      },
      { content, password },
    );
  }

  /** Waits until the screen, or the form in it, says something. */
  async reads(words: string): Promise<void> {
    await this.#browser.waitFor(
      wanted => {
        const screen = document
          .querySelector('sign-session')
          ?.shadowRoot?.querySelector('.screen')?.shadowRoot;
        const form = screen?.querySelector('sign-session-certificate-file')?.shadowRoot;
        const text = `${screen?.textContent} ${form?.textContent}`;
        return text.replaceAll(/\s+/g, ' ').includes(wanted);
      },
      words,
      60_000,
    );
  }

  /** Whether there is a button to sign with. */
  canSign(): Promise<boolean> {
    return this.#browser.evaluate(() => {
      const screen = document.querySelector('sign-session')?.shadowRoot?.querySelector('.screen')?.shadowRoot;
      return screen?.querySelector('[part="submit"]') !== null;
    });
  }

  /** Presses “Sign”. */
  signs(): Promise<void> {
    return this.#browser.click('button[part="submit"]', 60_000);
  }
}

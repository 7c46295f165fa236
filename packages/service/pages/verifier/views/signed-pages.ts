import { html, LitElement, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { property, state } from 'lit/decorators.js';
import type { VerifyMessages } from '../messages/message-types.ts';
import type { OpenPdf } from '../pdf/pdf-reader.ts';

/** Of a drawn page, in pixels: sharp enough to be read on a phone, and small enough for its canvas. */
const PAGE_WIDTH = 1200;

/** A file as it was at a signature, and where something else is shown today. */
export interface SignedRevision {
  readonly file: Blob;
  /** How many bytes the signature covers, from the first on. */
  readonly bytes: number;
  /** Index of the page to begin with. */
  readonly page: number | undefined;
  /** Otherwise the page that shows one of these fields. */
  readonly fields: readonly string[];
}

interface OpenVersions {
  readonly signed: OpenPdf;
  /** Undefined if nothing came after the signature. */
  readonly now: OpenPdf | undefined;
}

type Side = keyof OpenVersions;

/** “Show what was signed”: the file as it was signed, to download, and its pages beside those of the file as it is. */
class SignedPages extends LitElement {
  @property({ attribute: false }) revision: SignedRevision | undefined;
  @property({ attribute: false }) m: VerifyMessages | undefined;
  /** Tells one signature's part from another's: in the name of the file. */
  @property({ attribute: false }) name = '';

  /** Whether the pages are shown without being asked for: the first time, for each file. */
  @property({ type: Boolean }) opened = false;

  @state() private index = 0;
  @state() private reading: 'no' | 'running' | 'done' | 'failed' = 'no';
  @state() private unshown: readonly Side[] = [];
  #opened: OpenVersions | undefined;
  #address = '';
  /** Counts what was asked for, so that what comes late is dropped. */
  #turn = 0;

  /** The page's style sheet is for it, too. */
  protected override createRenderRoot(): HTMLElement {
    return this;
  }

  protected override willUpdate(changes: PropertyValues<this>): void {
    if (!changes.has('revision') || changes.get('revision')?.file === this.revision?.file) return;
    this.#close();
    if (this.revision !== undefined) this.#address = URL.createObjectURL(this.#signed(this.revision));
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#close();
  }

  #signed({ file, bytes }: SignedRevision): Blob {
    return file.slice(0, bytes, 'application/pdf');
  }

  #close(): void {
    this.#turn += 1;
    void this.#opened?.signed.close();
    void this.#opened?.now?.close();
    this.#opened = undefined;
    this.reading = 'no';
    this.index = 0;
    URL.revokeObjectURL(this.#address);
  }

  private readonly handleToggle = ({ currentTarget }: Event): void => {
    const isOpen = currentTarget instanceof HTMLDetailsElement && currentTarget.open;
    if (isOpen && this.revision !== undefined && ['no', 'failed'].includes(this.reading))
      void this.#read(this.revision);
  };

  async #read(revision: SignedRevision): Promise<void> {
    const turn = this.#turn;
    this.reading = 'running';
    try {
      const { openPdf } = await import('../pdf/pdf-reader.ts');
      const isWhole = revision.bytes === revision.file.size;
      const signed = await openPdf(await this.#signed(revision).arrayBuffer());
      const now = isWhole ? undefined : await openPdf(await revision.file.arrayBuffer());
      const index = revision.page ?? (await (now ?? signed).pageOf(revision.fields)) ?? 0;
      if (turn !== this.#turn) return;
      this.#opened = { signed, now };
      this.index = Math.min(index, signed.pages - 1);
      this.reading = 'done';
      await this.updateComplete;
      await this.#draw();
    } catch {
      if (turn === this.#turn) this.reading = 'failed';
    }
  }

  async #turnTo(index: number): Promise<void> {
    this.index = index;
    await this.#draw();
  }

  async #draw(): Promise<void> {
    const turn = (this.#turn += 1);
    this.unshown = [];
    for (const side of ['signed', 'now'] as const) {
      const canvas = this.querySelector<HTMLCanvasElement>(`canvas[data-side=${side}]`);
      if (canvas === null) continue;
      // Drawn apart: a canvas can't be drawn on twice at once.
      const picture = document.createElement('canvas');
      const isShown = await this.#opened?.[side]?.draw(this.index, picture, PAGE_WIDTH).then(
        () => true,
        () => false,
      );
      if (turn !== this.#turn) return;
      [canvas.width, canvas.height] = isShown === true ? [picture.width, picture.height] : [0, 0];
      if (isShown === true) canvas.getContext('2d')?.drawImage(picture, 0, 0);
      else this.unshown = [...this.unshown, side];
    }
  }

  override render(): TemplateResult | typeof nothing {
    const { revision, m, reading } = this;
    if (revision === undefined || m === undefined) return nothing;
    const isWhole = revision.bytes === revision.file.size;
    return html`<details class="signed" ?open=${this.opened} @toggle=${this.handleToggle}>
      <summary>${m.showSigned}</summary>
      <p class="quiet">${isWhole ? m.signedIsWhole : m.signedIsPart}</p>
      <p><a href=${this.#address} download=${this.name}>${m.downloadSigned}</a></p>
      <p role="status">
        ${reading === 'running' ? m.pagesLoading : reading === 'failed' ? m.pagesFailed : ''}
      </p>
      ${reading === 'done' ? this.#pages(m, isWhole) : nothing}
    </details>`;
  }

  #pages(m: VerifyMessages, isWhole: boolean): TemplateResult {
    const { index } = this;
    const all = Math.max(this.#opened?.signed.pages ?? 1, this.#opened?.now?.pages ?? 1);
    const step = (to: number, text: string) =>
      html`<button
        type="button"
        aria-disabled=${to < 0 || to >= all}
        @click=${() => to >= 0 && to < all && void this.#turnTo(to)}
      >
        ${text}
      </button>`;
    return html`${
        all === 1
          ? nothing
          : html`<div class="pager">
              ${step(index - 1, m.previousPage)} ${step(index + 1, m.nextPage)}
              <span role="status">${m.pageOf(index + 1, all)}</span>
            </div>`
      }
      <div class="sides">
        ${this.#side('signed', isWhole ? undefined : m.asSigned, m)}
        ${isWhole ? nothing : this.#side('now', m.asItIs, m)}
      </div>`;
  }

  #side(side: Side, title: string | undefined, m: VerifyMessages): TemplateResult {
    const label = m.pagePicture(this.index + 1, title ?? m.asSigned);
    const isUnshown = this.unshown.includes(side);
    return html`<figure>
      ${title === undefined ? nothing : html`<figcaption>${title}</figcaption>`}
      ${isUnshown ? html`<p class="quiet">${m.pageFailed}</p>` : nothing}
      <canvas data-side=${side} role="img" aria-label=${label} ?hidden=${isUnshown}></canvas>
    </figure>`;
  }
}

customElements.define('signed-pages', SignedPages);

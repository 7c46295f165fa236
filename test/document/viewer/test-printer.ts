/** What a frame held when its printing dialog was asked for. */
export interface PrintedSheets {
  readonly title: string;
  /** What would run, or load something that is not our own. */
  readonly suspicious: number;
  /** For each sheet its words, or how its picture measures, pixels, and how much of it is dark, 0 to 1. */
  readonly sheets: readonly (string | { readonly width: number; readonly height: number; ink: number })[];
}

/**
 * Takes the place of the printer that the engines of the tests don't have: what a frame would print is kept, and the
 * dialog is “open” until `finish()`.
 */
export class TestPrinter {
  readonly printed: PrintedSheets[] = [];
  readonly #own = Object.getOwnPropertyDescriptor(HTMLIFrameElement.prototype, 'contentWindow');
  #asked: Window | undefined;

  constructor() {
    const { printed } = this;
    // oxlint-disable-next-line unbound-method -- it is called with its frame
    const contentWindow = this.#own?.get;
    const asked = (view: Window): void => {
      this.#asked = view;
    };
    Object.defineProperty(HTMLIFrameElement.prototype, 'contentWindow', {
      configurable: true,
      get(this: HTMLIFrameElement) {
        const view: Window | null = contentWindow?.call(this) ?? null;
        if (view === null) return null;
        view.print = () => {
          printed.push(sheetsOf(view.document));
          asked(view);
        };
        return view;
      },
    });
  }

  /** The dialog is closed. */
  finish(): void {
    this.#asked?.dispatchEvent(new Event('afterprint'));
  }

  restore(): void {
    if (this.#own !== undefined) {
      Object.defineProperty(HTMLIFrameElement.prototype, 'contentWindow', this.#own);
    }
  }
}

function sheetsOf(page: Document): PrintedSheets {
  return {
    title: page.title,
    suspicious: page.querySelectorAll('script, object, embed, iframe, img:not([src^="blob:"])').length,
    sheets: [...page.querySelectorAll('.sheet')].map(sheet => {
      const image = sheet.querySelector('img');
      if (image === null) return sheet.textContent;
      return { width: image.naturalWidth, height: image.naturalHeight, ink: inkOf(image) };
    }),
  };
}

/** How much of a loaded picture is dark, 0 to 1. */
function inkOf(image: HTMLImageElement): number {
  const canvas = document.createElement('canvas');
  canvas.width = 200;
  canvas.height = 200;
  const context = canvas.getContext('2d');
  if (context === null) throw new Error('No canvas to draw on.');
  context.drawImage(image, 0, 0, 200, 200);
  const { data } = context.getImageData(0, 0, 200, 200);
  let dark = 0;
  for (let at = 0; at < data.length; at += 4) if ((data[at] ?? 255) < 192) dark += 1;
  return dark / (200 * 200);
}

import type { ReactiveController } from 'lit';

/** CSS px below which the difference is the browser's own bars, not a keyboard. */
const SMALLEST_KEYBOARD = 80;

/**
 * How much of the window's lower edge an on-screen keyboard covers, as `--keyboard-inset` on an element. Browsers shrink
 * the visual viewport for the keyboard, but place sticky elements by the layout viewport.
 */
export class KeyboardInset implements ReactiveController {
  readonly #target: () => HTMLElement | null;
  #page: AbortController | undefined;

  constructor(target: () => HTMLElement | null) {
    this.#target = target;
  }

  hostConnected(): void {
    const { visualViewport } = globalThis;
    const { signal } = (this.#page = new AbortController());
    visualViewport?.addEventListener('resize', this.#handleChange, { signal });
    visualViewport?.addEventListener('scroll', this.#handleChange, { signal });
  }

  hostDisconnected(): void {
    this.#page?.abort();
  }

  readonly #handleChange = (): void => {
    this.#target()?.style.setProperty('--keyboard-inset', `${keyboardInset(innerHeight, visualViewport)}px`);
  };
}

/** CSS px of the layout viewport that the keyboard covers; 0 while the signer has zoomed in by pinching. */
export function keyboardInset(
  height: number,
  visible: Pick<VisualViewport, 'height' | 'offsetTop' | 'scale'> | null,
): number {
  if (visible === null || visible.scale > 1.01) return 0;
  const covered = Math.round(height - visible.height - visible.offsetTop);
  return covered < SMALLEST_KEYBOARD ? 0 : covered;
}

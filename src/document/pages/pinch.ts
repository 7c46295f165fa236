import type { PageScroller, ViewPoint } from './page-scroller.ts';

/** The zoom per px of a wheel: the scale doubles over 500 px. */
const WHEEL = 1 / 500;

/** The largest step of one wheel event. */
const LARGEST_STEP = 0.25;

/** Safari's non-standard event of a trackpad pinch. */
interface SafariGesture extends UIEvent {
  readonly scale: number;
  readonly clientX: number;
  readonly clientY: number;
}

/**
 * Zooms the pages by two fingers, a trackpad pinch or the wheel with Ctrl, around the fingers or the pointer. One
 * finger and the plain wheel are left to the browser, which scrolls the pages and, at their ends, the host page.
 *
 * @param signal stops listening.
 */
export function followPinches(scroller: HTMLElement, pages: PageScroller, signal: AbortSignal): void {
  // Two fingers are handled here; one finger still pans in both directions.
  scroller.style.touchAction = 'pan-x pan-y';
  const pinch = new PinchSteps(pages, signal);
  followWheel(scroller, pinch, signal);
  followFingers(scroller, pinch, signal);
  followTrackpadOfSafari(scroller, pinch, signal);
}

/** Combines the steps of a pinch into one per frame, because each lays out all pages. */
class PinchSteps {
  readonly #pages: PageScroller;
  /** The steps since the last frame. */
  #next: { readonly scale: number; readonly point: ViewPoint } | undefined;
  #frame = 0;

  /** @param signal discards them. */
  constructor(pages: PageScroller, signal: AbortSignal) {
    this.#pages = pages;
    signal.addEventListener('abort', () => cancelAnimationFrame(this.#frame));
  }

  /** The scale, including the steps that are not applied yet. */
  get scale(): number {
    return this.#next?.scale ?? this.#pages.scale;
  }

  to(scale: number, point: ViewPoint): void {
    if (this.#next === undefined) this.#frame = requestAnimationFrame(() => this.#take());
    this.#next = { scale, point };
  }

  #take(): void {
    const next = this.#next;
    this.#next = undefined;
    if (next !== undefined) this.#pages.pinchTo(next.scale, next.point);
  }
}

/** Chromium and Firefox report a trackpad pinch as a wheel with Ctrl. */
function followWheel(scroller: HTMLElement, pinch: PinchSteps, signal: AbortSignal): void {
  scroller.addEventListener(
    'wheel',
    event => {
      if (!event.ctrlKey) return;
      event.preventDefault();
      const lines = event.deltaMode === WheelEvent.DOM_DELTA_PIXEL ? 1 : 16;
      const step = Math.max(-LARGEST_STEP, Math.min(LARGEST_STEP, -event.deltaY * lines * WHEEL));
      pinch.to(pinch.scale * 2 ** step, pointIn(scroller, event));
    },
    { passive: false, signal },
  );
}

function followFingers(scroller: HTMLElement, pinch: PinchSteps, signal: AbortSignal): void {
  let began: { readonly scale: number; readonly distance: number } | undefined;
  scroller.addEventListener(
    'touchstart',
    event => {
      const fingers = twoFingers(event);
      // A third finger ends the pinch.
      began = fingers && { scale: pinch.scale, distance: fingers.distance };
      if (fingers !== undefined) event.preventDefault();
    },
    { passive: false, signal },
  );
  scroller.addEventListener(
    'touchmove',
    event => {
      const fingers = twoFingers(event);
      if (began === undefined || fingers === undefined) return;
      event.preventDefault();
      pinch.to((began.scale * fingers.distance) / began.distance, pointIn(scroller, fingers));
    },
    { passive: false, signal },
  );
  const end = (): void => (began = undefined);
  scroller.addEventListener('touchend', end, { signal });
  scroller.addEventListener('touchcancel', end, { signal });
}

/** The midpoint of two fingers in the browser's window, and their distance. */
function twoFingers({
  touches,
}: TouchEvent):
  { readonly clientX: number; readonly clientY: number; readonly distance: number } | undefined {
  const [one, other] = touches;
  if (touches.length !== 2 || one === undefined || other === undefined) return undefined;
  return {
    clientX: (one.clientX + other.clientX) / 2,
    clientY: (one.clientY + other.clientY) / 2,
    distance: Math.max(1, Math.hypot(one.clientX - other.clientX, one.clientY - other.clientY)),
  };
}

/** For Safari on a Mac, which fires no wheel for a pinch. On a phone these are ignored: touches are handled already. */
function followTrackpadOfSafari(scroller: HTMLElement, pinch: PinchSteps, signal: AbortSignal): void {
  if (!('GestureEvent' in globalThis) || navigator.maxTouchPoints > 0) return;
  let began = 1;
  scroller.addEventListener(
    'gesturestart',
    event => {
      event.preventDefault();
      began = pinch.scale;
    },
    { signal },
  );
  scroller.addEventListener(
    'gesturechange',
    event => {
      event.preventDefault();
      if (isGesture(event)) pinch.to(began * event.scale, pointIn(scroller, event));
    },
    { signal },
  );
}

function isGesture(event: Event): event is SafariGesture {
  return 'scale' in event && 'clientX' in event && 'clientY' in event;
}

function pointIn(
  scroller: HTMLElement,
  at: { readonly clientX: number; readonly clientY: number },
): ViewPoint {
  const { left, top } = scroller.getBoundingClientRect();
  return { x: at.clientX - left - scroller.clientLeft, y: at.clientY - top - scroller.clientTop };
}

/**
 * Tells when a CSS pixel gets another number of device pixels: the window has moved to another screen, or the
 * browser's zoom has changed. No event says so; a query for the present ratio that no longer holds does.
 *
 * @param signal ends it.
 */
export function followPixelRatio(onChange: () => void, signal: AbortSignal): void {
  const wait = (): void => {
    matchMedia(`(resolution: ${devicePixelRatio}dppx)`).addEventListener(
      'change',
      () => {
        wait();
        onChange();
      },
      { once: true, signal },
    );
  };
  wait();
}

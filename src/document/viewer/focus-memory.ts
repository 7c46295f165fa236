/** Where the focus was before something opened, so that it can go back there. */
export class FocusMemory {
  #element: HTMLElement | undefined;

  /** Call it before the thing opens. What is remembered stays until it is gone back to. */
  remember(root: DocumentOrShadowRoot): void {
    this.#element ??= focusedIn(root);
  }

  /** @returns whether the element is still there to take the focus. */
  goBack(): boolean {
    const element = this.#element;
    this.#element = undefined;
    if (element === undefined || element.getClientRects().length === 0) return false;
    element.focus();
    return true;
  }

  forget(): void {
    this.#element = undefined;
  }
}

/** The focused element, however deep in shadow trees. */
export function focusedIn(root: DocumentOrShadowRoot): HTMLElement | undefined {
  const { activeElement } = root;
  const deeper = activeElement?.shadowRoot?.activeElement;
  if (activeElement?.shadowRoot && deeper) return focusedIn(activeElement.shadowRoot);
  return activeElement instanceof HTMLElement ? activeElement : undefined;
}

/**
 * Defines a custom element unless its name is taken: two copies of the widget on one page must not throw. The first
 * one wins.
 */
export function define(name: string, element: CustomElementConstructor): void {
  if (customElements.get(name) === undefined) customElements.define(name, element);
}

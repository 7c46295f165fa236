/** An event of the console's elements; it reaches the page through all shadow trees. */
export function consoleEvent<Detail>(type: string, detail: Detail): CustomEvent<Detail> {
  return new CustomEvent(type, { bubbles: true, composed: true, detail });
}

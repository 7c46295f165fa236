/**
 * A page may set a property before the element is defined: it lies on the instance then, for all to read, and the
 * element's own setter never heard of it. Takes it off, and answers it.
 */
export function takeEarly(element: object, property: string): string | undefined {
  if (!Object.hasOwn(element, property)) return undefined;
  const early: unknown = Reflect.get(element, property);
  Reflect.deleteProperty(element, property);
  return typeof early === 'string' ? early : undefined;
}

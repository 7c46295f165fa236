/** Puts something else in the place of a property for the length of an action. */
export async function withProperty(
  target: object,
  name: string,
  value: unknown,
  act: () => Promise<void>,
): Promise<void> {
  const own = Object.getOwnPropertyDescriptor(target, name);
  Object.defineProperty(target, name, { configurable: true, writable: true, value });
  try {
    await act();
  } finally {
    if (own === undefined) Reflect.deleteProperty(target, name);
    else Object.defineProperty(target, name, own);
  }
}

/** The DER of a value: tag, definite length, contents (X.690, 10). The parts are copied. */
export function der(tag: number, ...parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const length = parts.reduce((sum, part) => sum + part.length, 0);
  const head = [tag, ...lengthBytes(length)];
  const value = new Uint8Array(head.length + length);
  value.set(head);
  let at = head.length;
  for (const part of parts) {
    value.set(part, at);
    at += part.length;
  }
  return value;
}

function lengthBytes(length: number): number[] {
  if (length < 0x80) return [length];
  const bytes: number[] = [];
  for (let rest = length; rest > 0; rest = Math.floor(rest / 256)) bytes.unshift(rest % 256);
  return [0x80 | bytes.length, ...bytes];
}

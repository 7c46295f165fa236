/** What the oldest supported browsers do not have (Safari 16.4), by the object that has it. */
const NEWER: readonly (readonly [path: string, names: readonly string[]])[] = [
  ['Promise', ['withResolvers', 'try']],
  ['URL', ['parse', 'canParse']],
  ['Array', ['fromAsync']],
  ['Object', ['groupBy']],
  ['Map', ['groupBy']],
  ['Map.prototype', ['getOrInsert', 'getOrInsertComputed']],
  ['WeakMap.prototype', ['getOrInsert', 'getOrInsertComputed']],
  ['Set.prototype', ['union', 'intersection', 'difference', 'symmetricDifference']],
  ['Set.prototype', ['isSubsetOf', 'isSupersetOf', 'isDisjointFrom']],
  ['Iterator.prototype', ['map', 'filter', 'take', 'drop', 'flatMap', 'reduce', 'toArray']],
  ['Iterator.prototype', ['forEach', 'some', 'every', 'find']],
  ['Uint8Array', ['fromBase64', 'fromHex']],
  ['Uint8Array.prototype', ['toBase64', 'toHex', 'setFromBase64', 'setFromHex']],
  ['ArrayBuffer.prototype', ['transfer', 'transferToFixedLength', 'detached']],
  ['Math', ['sumPrecise', 'f16round']],
  ['AbortSignal', ['any']],
  ['Blob.prototype', ['bytes']],
  ['Response.prototype', ['bytes']],
  ['ReadableStream', ['from']],
  ['ReadableStream.prototype', ['values']],
  ['globalThis', ['Iterator', 'Float16Array']],
];

/** Takes them from this page, or this worker. */
export function deleteNewerBuiltIns(): void {
  for (const [path, names] of NEWER) {
    const owner = path
      .split('.')
      .reduce<unknown>((at, name) => (isObject(at) ? Reflect.get(at, name) : undefined), globalThis);
    if (isObject(owner)) for (const name of names) Reflect.deleteProperty(owner, name);
  }
  Reflect.deleteProperty(ReadableStream.prototype, Symbol.asyncIterator);
}

function isObject(value: unknown): value is object {
  return typeof value === 'function' || (typeof value === 'object' && value !== null);
}

/**
 * Newer built-ins that pdf.js needs and its legacy build does not polyfill. Each is defined only if it is missing, as
 * the standard says. Plain JavaScript, because pdf.js's worker loads it unbuilt.
 */

/** ECMA-262, `Promise.withResolvers`: Safari 17.4. pdf.js opens no file without it. */
addMissing(Promise, 'withResolvers', function withResolvers() {
  const capability = {};
  capability.promise = new this((resolve, reject) => {
    capability.resolve = resolve;
    capability.reject = reject;
  });
  return capability;
});

/** ECMA-262, `ArrayBuffer.prototype.transferToFixedLength`: Safari 17.4. pdf.js reads no font without it. */
addMissing(
  ArrayBuffer.prototype,
  'transferToFixedLength',
  function transferToFixedLength(length = this.byteLength) {
    const copy = new ArrayBuffer(length);
    new Uint8Array(copy).set(new Uint8Array(this, 0, Math.min(length, this.byteLength)));
    // Detaches the source.
    structuredClone(this, { transfer: [this] });
    return copy;
  },
);

/** Fetch, `Response.bytes()`: Safari 18, Chromium 132. pdf.js fetches no font and no table without it. */
addMissing(Response.prototype, 'bytes', async function bytes() {
  return new Uint8Array(await this.arrayBuffer());
});

/** Methods of the web platform are enumerable, those of JavaScript are not. */
function addMissing(owner, name, value) {
  if (typeof owner[name] === 'function') return;
  const enumerable = owner === Response.prototype;
  Object.defineProperty(owner, name, { value, writable: true, enumerable, configurable: true });
}

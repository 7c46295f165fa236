/**
 * What pdf.js's worker begins with; it lies beside pdf.js's own script among the assets. Imported dynamically,
 * because a static import would have to pass the page's `worker-src` with its own address. What a browser already
 * has is not asked for.
 */
const complete =
  'withResolvers' in Promise &&
  'transferToFixedLength' in ArrayBuffer.prototype &&
  'bytes' in Response.prototype;
if (!complete) await import('./missing-built-ins.mjs');
await import('./pdf.worker.min.mjs');

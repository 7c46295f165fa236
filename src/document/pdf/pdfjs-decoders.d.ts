/** pdf.js's decoders without WebAssembly, which have no types: they make an instance, and pdf.js alone calls it. */
declare module 'pdfjs-dist/wasm/*_nowasm_fallback.js' {
  const instantiate: (imports: object) => object;
  export default instantiate;
}

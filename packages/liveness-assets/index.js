/*
 * Registers where the camera step's two large files are. `<sign-session>` looks there when it needs them, so nothing is
 * loaded by this import. The addresses are literal, because that is what makes a bundler take the files along.
 */
try {
  globalThis[Symbol.for('sign-session.liveness-assets')] = {
    version: '0.4.0',
    wasm: new URL('./vision_wasm_module_internal.wasm', import.meta.url).href,
    model: new URL('./face_landmarker.task', import.meta.url).href,
  };
} catch {
  // A classic script has no address of its own. The widget then asks the service for the files.
}

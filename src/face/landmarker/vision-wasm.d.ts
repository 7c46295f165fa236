/** The package has no types for its loader: Emscripten's factory, which fills the given object and resolves with it. */
declare module '@mediapipe/tasks-vision/vision_wasm_module_internal.js' {
  export interface WasmOptions {
    instantiateWasm?: (
      imports: WebAssembly.Imports,
      done: (instance: WebAssembly.Instance, module: WebAssembly.Module) => void,
    ) => void;
    print?: (line: string) => void;
    printErr?: (line: string) => void;
  }
  const moduleFactory: (options?: WasmOptions) => Promise<unknown>;
  export default moduleFactory;
}

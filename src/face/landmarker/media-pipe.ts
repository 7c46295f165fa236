import { FaceLandmarker } from '@mediapipe/tasks-vision';
import moduleFactory, { type WasmOptions } from '@mediapipe/tasks-vision/vision_wasm_module_internal.js';
import { TrackerError } from '../face-tracker.ts';

declare global {
  /** Where MediaPipe looks for Emscripten's factory; it clears it at each creation. */
  var ModuleFactory: ((options?: WasmOptions) => Promise<unknown>) | undefined;
}

type Instantiate = NonNullable<WasmOptions['instantiateWasm']>;

/** What a landmarker is made of. */
export interface LandmarkerParts {
  readonly module: WebAssembly.Module;
  readonly model: Uint8Array<ArrayBuffer>;
}

/**
 * Makes a landmarker for video, on the processor, that sees two faces. The library's own loader would put a
 * script element on the page and fetch the wasm file by itself, under whatever type the server gives it.
 *
 * @throws TrackerError `webgl`, `wasm` or `model`.
 */
export async function createLandmarker({ module, model }: LandmarkerParts): Promise<FaceLandmarker> {
  const canvas = drawingCanvas();
  // Emscripten waits for ever when the module can't be instantiated.
  const unusable = new Promise<never>((_, reject) => {
    globalThis.ModuleFactory = options =>
      moduleFactory(Object.assign(options ?? {}, withModule(module, reject)));
  });
  try {
    return await Promise.race([unusable, landmarkerOn(canvas, model)]);
  } catch (cause) {
    throw cause instanceof TrackerError ? cause : new TrackerError('model', { cause });
  }
}

function withModule(module: WebAssembly.Module, fail: (error: TrackerError) => void): WasmOptions {
  const instantiate = async (...[imports, done]: Parameters<Instantiate>): Promise<void> => {
    try {
      done(await WebAssembly.instantiate(module, imports), module);
    } catch (cause) {
      fail(new TrackerError('wasm', { cause }));
    }
  };
  return {
    instantiateWasm: (imports, done) => void instantiate(imports, done),
    // It reports its everyday work as errors; the console is the host page's.
    print: () => undefined,
    printErr: () => undefined,
  };
}

function landmarkerOn(
  canvas: HTMLCanvasElement | OffscreenCanvas,
  modelAssetBuffer: Uint8Array<ArrayBuffer>,
): Promise<FaceLandmarker> {
  return FaceLandmarker.createFromOptions(
    { wasmLoaderPath: '', wasmBinaryPath: '' },
    {
      baseOptions: { modelAssetBuffer, delegate: 'CPU' },
      canvas,
      runningMode: 'VIDEO',
      numFaces: 2,
      outputFaceBlendshapes: true,
      outputFacialTransformationMatrixes: true,
    },
  );
}

/** MediaPipe needs WebGL even where it computes on the processor. Safari before 17 has none off the page. */
function drawingCanvas(): HTMLCanvasElement | OffscreenCanvas {
  const probe = newCanvas();
  const context = probe.getContext('webgl2');
  if (context === null) throw new TrackerError('webgl');
  // Pages may hold only so many contexts: this one goes at once.
  context.getExtension('WEBGL_lose_context')?.loseContext();
  return newCanvas();
}

function newCanvas(): HTMLCanvasElement | OffscreenCanvas {
  return typeof document === 'undefined' ? new OffscreenCanvas(1, 1) : document.createElement('canvas');
}

import { FaceLandmarker } from '@mediapipe/tasks-vision';
import moduleFactory, { type WasmOptions } from '@mediapipe/tasks-vision/vision_wasm_module_internal.js';
import { TrackerError } from '../face-tracker.ts';

declare global {
  /** Where MediaPipe looks for Emscripten's factory; it clears this at each creation. */
  var ModuleFactory: ((options?: WasmOptions) => Promise<unknown>) | undefined;
}

type Instantiate = NonNullable<WasmOptions['instantiateWasm']>;

/** What is needed to create a landmarker. */
export interface LandmarkerParts {
  readonly module: WebAssembly.Module;
  readonly model: Uint8Array<ArrayBuffer>;
}

/**
 * Creates a landmarker for video that runs on the CPU and finds up to two faces. The library's own loader would add a
 * script element to the page and fetch the wasm file itself, with whatever content type the server sends.
 *
 * @throws TrackerError `webgl`, `wasm` or `model`.
 */
export async function createLandmarker({ module, model }: LandmarkerParts): Promise<FaceLandmarker> {
  const canvas = drawingCanvas();
  // Emscripten never settles when the module can't be instantiated.
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
    // It logs routine messages as errors, and the console belongs to the host page.
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

/** MediaPipe needs WebGL even when it runs on the CPU. Safari before 17 has no WebGL in workers. */
function drawingCanvas(): HTMLCanvasElement | OffscreenCanvas {
  const probe = newCanvas();
  const context = probe.getContext('webgl2');
  if (context === null) throw new TrackerError('webgl');
  // The number of contexts per page is limited, so this one is released at once.
  context.getExtension('WEBGL_lose_context')?.loseContext();
  return newCanvas();
}

function newCanvas(): HTMLCanvasElement | OffscreenCanvas {
  return typeof document === 'undefined' ? new OffscreenCanvas(1, 1) : document.createElement('canvas');
}

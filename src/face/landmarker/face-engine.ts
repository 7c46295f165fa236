/** MediaPipe's landmarker, and what is read from its results. */
import { FaceLandmarker, type FaceLandmarkerResult } from '@mediapipe/tasks-vision';
import moduleFactory, { type WasmOptions } from '@mediapipe/tasks-vision/vision_wasm_module_internal.js';
import { type FacePose, type FaceReading, type FaceTracker, poseOf, TrackerError } from '../face-reading.ts';
import { type FrameLight, lightOf } from '../frame-light.ts';

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
async function createLandmarker({ module, model }: LandmarkerParts): Promise<FaceLandmarker> {
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

/** Wide enough to tell sharp from blurred, small enough to measure within a millisecond or two. */
const MEASURED_WIDTH = 240;
/** The size of a typical camera frame. */
const BLANK = { width: 640, height: 480 } as const;

/** MediaPipe's face landmarker and the frames it reads. It blocks its thread for some 15 ms per frame. */
export class FaceEngine implements FaceTracker {
  readonly #parts: LandmarkerParts;
  readonly #measured = new OffscreenCanvas(1, 1);
  #landmarker: FaceLandmarker;
  /** The time of the frame read last; times must increase strictly. */
  #time = 0;
  #last: ImageBitmap | undefined;
  #kept: ImageBitmap | undefined;

  private constructor(parts: LandmarkerParts, landmarker: FaceLandmarker) {
    this.#parts = parts;
    this.#landmarker = landmarker;
  }

  /** Creates an engine and lets it read a blank frame, because the first takes ten times as long. @throws TrackerError */
  static async open(parts: LandmarkerParts): Promise<FaceEngine> {
    const engine = new FaceEngine(parts, await createLandmarker(parts));
    const blank = new OffscreenCanvas(BLANK.width, BLANK.height);
    // A canvas without a context can't be turned into a bitmap.
    blank.getContext('2d');
    engine.#detect(blank.transferToImageBitmap(), 0);
    return engine;
  }

  async track(frame: ImageBitmap, at: number): Promise<FaceReading> {
    if (this.#last !== this.#kept) this.#last?.close();
    this.#last = frame;
    const light = this.#measure(frame);
    return { at, ...light, ...readingOf(await this.#find(frame, at)) };
  }

  keep(): void {
    if (this.#kept !== this.#last) this.#kept?.close();
    this.#kept = this.#last;
  }

  async picture(mostBytes: number): Promise<Blob> {
    if (this.#kept === undefined) throw new TrackerError('broken');
    return jpegPicture(this.#kept, mostBytes);
  }

  close(): void {
    this.#last?.close();
    this.#kept?.close();
    this.#landmarker.close();
  }

  /** Finds faces. After an error the landmarker can't be used any more, so the frame is read by a new one. */
  async #find(frame: ImageBitmap, at: number): Promise<FaceLandmarkerResult> {
    try {
      return this.#detect(frame, at);
    } catch {
      this.#landmarker.close();
      this.#landmarker = await createLandmarker(this.#parts);
      try {
        return this.#detect(frame, at);
      } catch (cause) {
        throw new TrackerError('broken', { cause });
      }
    }
  }

  #detect(frame: ImageBitmap, at: number): FaceLandmarkerResult {
    this.#time = Math.max(this.#time + 1, at);
    return this.#landmarker.detectForVideo(frame, this.#time);
  }

  #measure(frame: ImageBitmap): FrameLight {
    const canvas = this.#measured;
    const height = Math.max(1, Math.round((MEASURED_WIDTH * frame.height) / frame.width));
    // Setting a size, even the same one, allocates a new buffer.
    if (canvas.width !== MEASURED_WIDTH) canvas.width = MEASURED_WIDTH;
    if (canvas.height !== height) canvas.height = height;
    const context = canvas.getContext('2d', { willReadFrequently: true });
    if (context === null) throw new TrackerError('broken');
    context.drawImage(frame, 0, 0, MEASURED_WIDTH, height);
    return lightOf(context.getImageData(0, 0, MEASURED_WIDTH, height).data, MEASURED_WIDTH);
  }
}

function readingOf(result: FaceLandmarkerResult): { faces: number; face: FacePose | undefined } {
  const { faceLandmarks, facialTransformationMatrixes, faceBlendshapes } = result;
  const [landmarks, matrix, shapes] = [faceLandmarks[0], facialTransformationMatrixes[0], faceBlendshapes[0]];
  if (landmarks === undefined || matrix === undefined || shapes === undefined) {
    return { faces: 0, face: undefined };
  }
  const scores = shapes.categories.map(({ categoryName, score }) => [categoryName, score] as const);
  const blendshapes = Object.fromEntries(scores);
  return { faces: faceLandmarks.length, face: poseOf({ landmarks, matrix: matrix.data, blendshapes }) };
}

/** JPEG qualities, from visually lossless to barely good enough to recognise a face. */
const QUALITIES = [0.92, 0.8, 0.65, 0.5] as const;
const LEAST_SCALE = 0.25;

/**
 * A frame as a JPEG image.
 *
 * @param mostBytes its maximum size; a frame that is too large at every quality is scaled down.
 */
async function jpegPicture(frame: ImageBitmap, mostBytes: number): Promise<Blob> {
  for (let scale = 1; scale >= LEAST_SCALE; scale /= 2) {
    const canvas = new OffscreenCanvas(Math.round(frame.width * scale), Math.round(frame.height * scale));
    const context = canvas.getContext('2d');
    context?.drawImage(frame, 0, 0, canvas.width, canvas.height);
    for (const quality of QUALITIES) {
      const picture = await canvas.convertToBlob({ type: 'image/jpeg', quality });
      if (picture.size <= mostBytes) return picture;
    }
  }
  throw new RangeError(`The frame can't be encoded in ${mostBytes} bytes.`);
}

import { VERSION } from '../version.ts';
import { type AssetSource, assetSource } from './asset-source.ts';

/** Where the two large files of the camera step may be: absolute addresses. */
export interface LivenessFiles {
  readonly wasm: string;
  readonly model: string;
}

/** What the camera step loads: the landmarker's script, and the first of the `places` that has the right files. */
export interface LivenessAssets {
  readonly scripts: AssetSource;
  readonly places: readonly LivenessFiles[];
}

/** Under this name the package `@sign-session/liveness-assets` leaves its files' addresses when it is imported. */
const REGISTERED = Symbol.for('sign-session.liveness-assets');

/** In a folder of assets. */
const inFolder = (url: string): LivenessFiles => ({
  wasm: `${url}liveness/vision_wasm_module_internal.wasm`,
  model: `${url}liveness/face_landmarker.task`,
});

/**
 * Where the camera step's assets come from: the folder of `assets-url` or beside the script; the package
 * `@sign-session/liveness-assets`, once the page has imported it; the service, which has the same build's.
 *
 * @param assetsUrl the integrator's, absolute.
 * @param baseUrl the service's address, absolute.
 */
export function livenessAssets(assetsUrl: string | undefined, baseUrl: string): LivenessAssets {
  const scripts = assetSource(assetsUrl);
  const registered = registeredFiles();
  return {
    scripts,
    places: [
      ...(scripts.kind === 'folder' ? [inFolder(scripts.url)] : []),
      ...(registered === undefined ? [] : [registered]),
      inFolder(`${baseUrl.replace(/\/$/, '')}/sign-session/${VERSION}/assets/`),
    ],
  };
}

/** A bundler may have made the addresses relative to the page. */
function registeredFiles(): LivenessFiles | undefined {
  const files: unknown = Reflect.get(globalThis, REGISTERED);
  if (typeof files !== 'object' || files === null || !('wasm' in files) || !('model' in files))
    return undefined;
  return { wasm: absolute(files.wasm), model: absolute(files.model) };
}

function absolute(address: unknown): string {
  return new URL(String(address), document.baseURI).href;
}

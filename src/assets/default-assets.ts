import type { AssetFolder } from './asset-types.ts';

// The base stands in a variable so that no bundler tries to resolve the folder: it is copied, not bundled.
const here = import.meta.url;

/** The folder beside the script. The npm build has embedded-assets.ts in this module's place (build/vite/npm.ts). */
export const defaultAssets: AssetFolder = { kind: 'folder', url: new URL('./assets/', here).href };

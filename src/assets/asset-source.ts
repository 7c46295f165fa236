import type { AssetFolder, AssetScript, AssetSource, EmbeddedAssets, EmbeddedScript } from './asset-types.ts';
import { defaultAssets } from './default-assets.ts';

export type { AssetSource, EmbeddedAssets, PdfData } from './asset-types.ts';

/** The folder at an absolute address. */
export function assetFolder(url: string): AssetFolder {
  return { kind: 'folder', url: url.endsWith('/') ? url : `${url}/`, pdfData: defaultAssets.pdfData };
}

/**
 * Where this element's assets come from.
 *
 * @param given the integrator's `assets-url`, absolute; without it the build's own.
 */
export function assetSource(given: string | undefined): AssetSource {
  return given === undefined ? defaultAssets : assetFolder(given);
}

export function isSameSource(one: AssetSource, other: AssetSource): boolean {
  return one.kind === 'folder' ? other.kind === 'folder' && one.url === other.url : one === other;
}

/** Texts that were made a blob. They are few, and live as long as the page. */
const blobUrls = new Map<string, Promise<string>>();

/**
 * The address of one of the widget's scripts, for `new Worker` or `import()`: absolute.
 *
 * @param before goes before the text of an embedded script.
 * @throws when it is embedded and its module can't be loaded.
 */
export function scriptUrl(source: AssetSource, name: AssetScript, before?: string): Promise<string>;
export function scriptUrl(source: EmbeddedAssets, name: EmbeddedScript): Promise<string>;
export function scriptUrl(source: AssetSource, name: EmbeddedScript, before = ''): Promise<string> {
  if (source.kind === 'folder') return Promise.resolve(source.url + name);
  const key = before + name;
  const known = blobUrls.get(key);
  if (known !== undefined) return known;
  const url = source
    .script(name)
    .then(text => URL.createObjectURL(new Blob([before, text], { type: 'text/javascript' })));
  blobUrls.set(key, url);
  // Another try may succeed.
  url.catch(() => blobUrls.delete(key));
  return url;
}

import type { AssetFolder, AssetScript, AssetSource } from './asset-types.ts';
import { defaultAssets } from './default-assets.ts';

export type { AssetSource, PdfData } from './asset-types.ts';

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

/** Texts that were made a blob, by the parts they consist of. They are few, and live as long as the page. */
const blobUrls = new Map<string, Promise<string>>();

/**
 * The address of one of the widget's scripts, for `new Worker` or `import()`: absolute.
 *
 * @param withImageDecoders for the embedded PDF worker: put pdf.js's decoders for JPEG 2000, JBIG2 and CCITT into it.
 *   From a folder it imports them itself.
 * @throws when it is embedded and its module can't be loaded.
 */
export function scriptUrl(
  source: AssetSource,
  name: AssetScript,
  { withImageDecoders = false } = {},
): Promise<string> {
  if (source.kind === 'folder') return Promise.resolve(source.url + name);
  const parts = withImageDecoders ? (['pdfjs/image-decoders.js', name] as const) : ([name] as const);
  const key = parts.join(' ');
  const known = blobUrls.get(key);
  if (known !== undefined) return known;
  const url = Promise.all(parts.map(source.script)).then(texts =>
    URL.createObjectURL(new Blob(texts, { type: 'text/javascript' })),
  );
  blobUrls.set(key, url);
  // Another try may succeed.
  url.catch(() => blobUrls.delete(key));
  return url;
}

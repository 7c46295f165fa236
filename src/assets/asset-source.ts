import { defaultAssets } from './default-assets.ts';

/** The widget's scripts that run in workers, by their place in an assets folder. */
export type AssetScript = 'pdfjs/pdf-worker.mjs' | 'certificate/worker.js' | 'liveness/landmarker.js';

/** Data files of pdf.js: character maps and the standard fonts. */
export type PdfDataKind = 'cmaps' | 'standard_fonts';

/** Reads a data file of pdf.js; rejects when there is none of that name. */
export type PdfData = (kind: PdfDataKind, filename: string) => Promise<Uint8Array<ArrayBuffer>>;

/** A folder of files, as `assets-url` names one or as it lies beside the script-tag build. */
export interface AssetFolder {
  readonly kind: 'folder';
  /** Absolute, with a slash at the end. */
  readonly url: string;
  /** Where the build has pdf.js's data as modules, they are not in the folder. */
  readonly pdfData?: PdfData | undefined;
}

/** Modules of the npm build: a host's bundler takes them along without being told. */
export interface EmbeddedAssets {
  readonly kind: 'embedded';
  /** The text of a script. @throws when its module can't be loaded. */
  readonly script: (name: AssetScript | 'pdfjs/image-decoders.js') => Promise<string>;
  readonly pdfData: PdfData;
}

/** Where the widget's scripts and data come from. */
export type AssetSource = AssetFolder | EmbeddedAssets;

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

/** The widget's scripts that run in workers, by their place in an assets folder. */
export type AssetScript = 'pdfjs/pdf-worker.mjs' | 'certificate/worker.js' | 'liveness/landmarker.js';

/** pdf.js's decoders for JPEG 2000, JBIG2 and CCITT in one module; a folder has them in `pdfjs/wasm/`. */
export type EmbeddedScript = AssetScript | 'pdfjs/image-decoders.js';

/** Data files of pdf.js: character maps and the standard fonts. */
type PdfDataKind = 'cmaps' | 'standard_fonts';

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
  readonly script: (name: EmbeddedScript) => Promise<string>;
  readonly pdfData: PdfData;
}

/** Where the widget's scripts and data come from. */
export type AssetSource = AssetFolder | EmbeddedAssets;

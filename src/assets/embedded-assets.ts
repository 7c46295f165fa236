import type { EmbeddedAssets } from './asset-types.ts';
import { pdfDataGroup, type PdfDataGroup } from './pdf-data-groups.ts';

type Loaders<Name extends string, Content> = Readonly<
  Record<Name, () => Promise<{ readonly default: Content }>>
>;

const SCRIPTS: Loaders<Parameters<EmbeddedAssets['script']>[0], string> = {
  'pdfjs/pdf-worker.mjs': () => import('embedded:pdf-worker'),
  'pdfjs/image-decoders.js': () => import('embedded:image-decoders'),
  'certificate/worker.js': () => import('embedded:certificate-worker'),
  'liveness/landmarker.js': () => import('embedded:landmarker'),
};

/** Files in base64, by their names. */
const PDF_DATA: Loaders<PdfDataGroup, Readonly<Record<string, string>>> = {
  'cmaps-gb1': () => import('embedded:cmaps-gb1'),
  'cmaps-cns1': () => import('embedded:cmaps-cns1'),
  'cmaps-korea1': () => import('embedded:cmaps-korea1'),
  'cmaps-japan1': () => import('embedded:cmaps-japan1'),
  'font-sans': () => import('embedded:font-sans'),
  'font-sans-bold': () => import('embedded:font-sans-bold'),
  'font-sans-italic': () => import('embedded:font-sans-italic'),
  'font-serif': () => import('embedded:font-serif'),
  'font-fixed': () => import('embedded:font-fixed'),
  'font-symbols': () => import('embedded:font-symbols'),
};

/** In place of default-assets.ts in the npm build (build/vite/npm.ts, which makes the `embedded:` modules). */
export const defaultAssets: EmbeddedAssets = {
  kind: 'embedded',
  script: async name => (await SCRIPTS[name]()).default,
  pdfData: async (kind, filename) => {
    const group = pdfDataGroup(kind, filename);
    const files = group && (await PDF_DATA[group]()).default;
    const base64 = files?.[filename];
    if (base64 === undefined) throw new Error(`pdf.js has no file ${filename}.`);
    return Uint8Array.from(atob(base64), character => character.charCodeAt(0));
  },
};

import { loadedWith, type Bytes, type Chunk } from './bundle-chunks.ts';

const KB = 1000;

/** Bytes after brotli that a signer downloads for one purpose, and how many are too many. */
export interface Budget {
  label: string;
  files: string[];
  brotli: number;
  target: number;
  limit: number;
}

/** A file that is no chunk but is loaded with one. */
export interface MeasuredFile {
  name: string;
  bytes: Bytes;
}

/** The workers' scripts, by what they are for. */
export interface Workers {
  pdf: MeasuredFile;
  certificate: MeasuredFile;
}

/**
 * Modules of the steps that a click-only session never shows. A lazy chunk counts for the click-only flow
 * unless it comes from one of these: one that nobody has thought about counts.
 */
const OTHER_STEPS = [
  // Only a page that is set up wrongly loads what says so.
  'src/assets/report-unavailable.ts',
  'src/sign-session/setup-warnings.ts',
  // Only a page with words of its own.
  'src/i18n/overrides.ts',
  // Only the page asks for it.
  'src/check/',
  'src/sign-session/unsupported-page.ts',
  // Only a page that shows the card in a dialog.
  'src/sign-session/dialog.ts',
  // Only a page that asks for it returns by itself.
  'src/screens/outcome/redirect-countdown.ts',
  // Only a large screen shows a QR code, and only who asks for it.
  'src/ui/qr-code.ts',
  // Once the document is there, and nothing waits for it: listening to the service.
  'src/api/session-stream.ts',
  'src/session/stream-turns.ts',
  'src/screens/otp/',
  'src/screens/liveness/',
  'src/screens/certificate/',
  'src/screens/certificate-frame/',
  'src/session/cloud-signing.ts',
  'src/screens/batch/',
  'src/session/batch-documents.ts',
  'src/session/batch-signing.ts',
  'src/screens/document-photo/',
  'src/screens/purpose-disclosure/',
  'src/screens/attempts-exhausted/',
  'src/screens/location/',
  // Who signs by a click alone neither declines, nor waits, nor goes elsewhere.
  'src/screens/decline/',
  'src/screens/handover/',
  'src/screens/hosted-step/',
  'src/screens/waiting/',
  'src/camera/',
  'src/face/',
  'src/certificate/',
  // For older browsers alone.
  'src/document/pdf/built-ins.ts',
];

/** The end: it loads while the signer reads. */
const AT_THE_END = ['src/screens/outcome/outcome-screen.ts', 'src/screens/outcome/messages/'];

function holds(chunk: Chunk, ...folders: readonly string[]): boolean {
  return chunk.modules.some(module => folders.some(folder => module.startsWith(folder)));
}

/** pdf.js, what draws with it, or the viewer around them: none comes without a document. */
function isPdf(chunk: Chunk): boolean {
  return holds(
    chunk,
    'node_modules/pdfjs-dist/',
    'src/document/controller/pdf-viewer.ts',
    'src/document/document-viewer.ts',
    'src/session/document-loader.ts',
  );
}

/** The words of one language, and nothing else. */
function isLocale({ modules }: Chunk): boolean {
  return (
    modules.length > 0 && modules.every(module => /^src\/.*\bmessages\/.*(?:en|es|pt-BR)\b/.test(module))
  );
}

/** A signer reads one language: of the locales, the largest counts. */
function inOneLanguage(chunks: readonly Chunk[]): Chunk[] {
  const [largest] = chunks.filter(isLocale).toSorted((a, b) => b.bytes.brotli - a.bytes.brotli);
  return chunks.filter(chunk => !isLocale(chunk) || chunk === largest);
}

function budget(label: string, files: readonly MeasuredFile[], target: number, limit: number): Budget {
  const brotli = files.reduce((sum, { bytes }) => sum + bytes.brotli, 0);
  return { label, files: files.map(({ name }) => name), brotli, target, limit };
}

/**
 * What a click-only session downloads before and around the document, and what showing a PDF adds.
 *
 * @param chunks the script-tag build, see `readChunks`.
 * @param workers their scripts, which are no chunks.
 * @throws Error when the build has no entry or no chunk with pdf.js: then nothing would be measured.
 */
export function budgetsOf(chunks: readonly Chunk[], workers: Workers): Budget[] {
  const entry = chunks.find(({ name }) => name === 'sign-session.js');
  const pdf = chunks.filter(isPdf);
  if (entry === undefined) throw new Error('The build has no sign-session.js.');
  if (pdf.length === 0) throw new Error('No chunk of the build holds pdf.js.');
  if (isPdf(entry)) throw new Error('pdf.js is in the first script; it belongs behind a dynamic import.');
  const click = loadedWith(
    [entry.name],
    chunks,
    chunk => !isPdf(chunk) && !holds(chunk, ...OTHER_STEPS, ...AT_THE_END),
  );
  const end = chunks.filter(chunk => holds(chunk, ...AT_THE_END) && !click.includes(chunk));
  const withPdf = loadedWith(
    pdf.map(({ name }) => name),
    chunks,
  );
  // Each source besides files has a chunk, and one that they share.
  const source = (name: string) =>
    chunks.filter(
      chunk =>
        holds(chunk, `src/screens/certificate/${name}.ts`) ||
        (holds(chunk, 'src/screens/certificate/certificate-part.ts') && chunk.modules.length === 1),
    );
  const cloud = source('cloud-certificate');
  const bridge = source('token-bridge');
  const portal = source('gov-br-signature');
  const certificate = chunks.filter(
    chunk =>
      holds(chunk, 'src/screens/certificate/', 'src/certificate/') &&
      !cloud.includes(chunk) &&
      !bridge.includes(chunk) &&
      !portal.includes(chunk) &&
      chunk !== entry,
  );
  const code = chunks.filter(chunk => holds(chunk, 'src/screens/otp/'));
  const batch = chunks.filter(chunk => holds(chunk, 'src/screens/batch/'));
  const batchSigning = chunks.filter(chunk => holds(chunk, 'src/session/batch-signing.ts'));
  const liveness = chunks.filter(
    chunk => holds(chunk, 'src/screens/liveness/', 'src/camera/', 'src/face/') && chunk !== entry,
  );
  return [
    budget('script tag, click-only flow on a phone', inOneLanguage(click), 28 * KB, 36.4 * KB),
    budget('its end, besides', inOneLanguage(end), 3 * KB, 3.6 * KB),
    budget(
      'PDF chunk with worker',
      [...withPdf.filter(chunk => !click.includes(chunk)), workers.pdf],
      420 * KB,
      452 * KB,
    ),
    budget('one-time code', inOneLanguage(code), 4 * KB, 4.3 * KB),
    budget('certificate', [...inOneLanguage(certificate), workers.certificate], 38 * KB, 42.5 * KB),
    budget('certificate in the cloud, besides', cloud, 3 * KB, 3.5 * KB),
    budget('signed at the gov.br portal, besides', portal, 2 * KB, 2.55 * KB),
    budget('certificate by the token bridge, besides', bridge, 3 * KB, 3.5 * KB),
    // MediaPipe's landmarker and its model come besides.
    budget('liveness', inOneLanguage(liveness), 18 * KB, 18 * KB),
    budget('several documents', inOneLanguage(batch), 4 * KB, 5.4 * KB),
    budget('signed with a certificate, besides', batchSigning, 0.9 * KB, 0.9 * KB),
    budget(
      'opening a signing from a page, without the element',
      loadedWith(['open.js'], chunks),
      2 * KB,
      2 * KB,
    ),
  ];
}

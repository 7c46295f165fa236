import { randomBytes } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { certifiedPdf, transform } from '../../packages/service/test/support/appended-update.ts';
import type { Holder } from '../../packages/service/test/support/certificate-holders.ts';
import { craftHybridPdf } from '../../packages/service/test/support/crafted-pdf.ts';
import { pdfAsset, runTool } from '../../packages/service/test/support/tools.ts';
import { FIRST_FREE, onePagePdf, pagesPdf } from '../support/small-pdf.ts';

/** A kind of PDF that signatures are proved on. */
export interface ProofFile {
  readonly kind: string;
  /** @param somebody who signs it first, where it comes signed */
  readonly bytes: (somebody: Holder) => Uint8Array | Promise<Uint8Array>;
}

/** As large as an upload gets: 10 MiB of base64. */
const LARGE_BYTES = 7 * 1024 * 1024;

const PDFA_METADATA = `<?xpacket begin="\u00ef\u00bb\u00bf" id="W5M0MpCehiHzreSzNTczkc9d"?>
<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
<rdf:Description rdf:about="" xmlns:pdfaid="http://www.aiim.org/pdfa/ns/id/" pdfaid:part="2" pdfaid:conformance="B"/>
</rdf:RDF></x:xmpmeta>
<?xpacket end="w"?>`;

/** Every way of writing a PDF that is met in the wild, and what makes signing harder. */
export const PROOF_FILES: readonly ProofFile[] = [
  { kind: 'a classic cross-reference table', bytes: () => asset('own/ok-3pages.pdf') },
  { kind: 'a cross-reference stream alone', bytes: streamOnlyPdf },
  { kind: 'object streams', bytes: () => asset('own/ok-objstm.pdf') },
  { kind: 'object streams as qpdf writes them', bytes: () => throughQpdf('--object-streams=generate') },
  { kind: 'both forms at once', bytes: craftHybridPdf },
  { kind: 'linearised', bytes: () => asset('own/linearized.pdf') },
  {
    kind: 'linearised with object streams',
    bytes: () => throughQpdf('--linearize', '--object-streams=generate'),
  },
  { kind: 'a form', bytes: () => asset('own/acroform.pdf') },
  { kind: 'a form with annotations', bytes: () => asset('qpdf/form-fields-and-annotations.pdf') },
  { kind: 'a form without appearances', bytes: () => asset('pdfium/text_form.pdf') },
  { kind: 'PDF/A-2b', bytes: pdfA },
  { kind: 'PDF 2.0', bytes: () => asset('pdf20/Simple_PDF_2.0_file.pdf') },
  { kind: 'saved incrementally', bytes: () => asset('pdf20/PDF_2.0_via_incremental_save.pdf') },
  { kind: 'something before its header', bytes: () => asset('own/leading-junk-900B.pdf') },
  { kind: 'a signature of somebody else', bytes: () => asset('qpdf/digitally-signed.pdf') },
  { kind: 'a certification that allows forms and signatures', bytes: certified(2) },
  { kind: 'a certification that allows comments, too', bytes: certified(3) },
  { kind: '7 MB', bytes: largePdf },
];

/** Certified by its author, who allows as much (DocMDP; ISO 32000-2, table 257). */
function certified(level: 2 | 3): ProofFile['bytes'] {
  return author => certifiedPdf(author, transform('DocMDP', `/P ${level}`));
}

function asset(name: string): Uint8Array {
  return new Uint8Array(readFileSync(pdfAsset(name)));
}

function throughQpdf(...options: string[]): Uint8Array {
  const folder = mkdtempSync(path.join(tmpdir(), 'sign-session-proof-'));
  try {
    const file = path.join(folder, 'written.pdf');
    const { status, stderr } = runTool('qpdf', [...options, pdfAsset('own/ok-3pages.pdf'), file]);
    if (status !== 0) throw new Error(stderr);
    return new Uint8Array(readFileSync(file));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Cross references in a stream, all objects plain: what some writers do and qpdf does not. */
function streamOnlyPdf(): Uint8Array {
  const table = Buffer.from(onePagePdf('Contrato')).toString('latin1');
  const start = table.lastIndexOf('\nxref') + 1;
  const places = Array.from(table.slice(0, start).matchAll(/^(\d+) 0 obj$/gm), ({ 1: number, index }) => ({
    number: Number(number),
    index,
  }));
  const own = { number: Math.max(...places.map(({ number }) => number)) + 1, index: start };
  const rows = [...places, own].map(({ index }) => {
    const row = Buffer.alloc(7);
    row.writeUInt8(1);
    row.writeUInt32BE(index, 1);
    return row;
  });
  const index = [...places, own].map(({ number }) => `${number} 1`).join(' ');
  const entries = `/Type /XRef /Size ${own.number + 1} /Root 1 0 R /W [1 4 2] /Index [${index}]`;
  const data = Buffer.concat(rows).toString('latin1');
  const stream = `<< ${entries} /Length ${data.length} >>\nstream\n${data}\nendstream`;
  const file = `${table.slice(0, start)}${own.number} 0 obj\n${stream}\nendobj\nstartxref\n${start}\n%%EOF\n`;
  return new Uint8Array(Buffer.from(file, 'latin1'));
}

/** Without text, a PDF/A needs neither embedded fonts nor a colour profile. */
function pdfA(): Uint8Array {
  const metadata = { entries: '/Type /Metadata /Subtype /XML', data: PDFA_METADATA };
  return pagesPdf([{ content: '0 0 m' }], {
    catalog: `/Metadata ${FIRST_FREE} 0 R /MarkInfo << /Marked true >>`,
    objects: [metadata],
  });
}

/** Nothing that a program could make smaller or skip. */
function largePdf(): Uint8Array {
  return pagesPdf([{ text: 'Contrato', entries: `/PieceInfo ${FIRST_FREE} 0 R` }], {
    objects: [
      `<< /Test << /LastModified (D:20261120) /Private ${FIRST_FREE + 1} 0 R >> >>`,
      { entries: '', data: randomBytes(LARGE_BYTES) },
    ],
  });
}

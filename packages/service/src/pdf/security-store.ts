import { sha256 } from '../domain/sha256.ts';
import { createHash } from 'node:crypto';
import { PDFArray, PDFDict, PDFName, type PDFContext, type PDFDocument, type PDFRef } from '@cantoo/pdf-lib';
import { openUpdate, untracked } from './document-update.ts';

/** The data to validate one signature later, all in DER. */
export interface ValidationData {
  /** The signature's whole `/Contents`, including its padding of zeros. */
  readonly contents: Uint8Array;
  readonly certificates: readonly Uint8Array[];
  readonly lists: readonly Uint8Array[];
  /** OCSP responses. */
  readonly responses: readonly Uint8Array[];
}

const KINDS = [
  ['Certs', 'Cert', 'certificates'],
  ['CRLs', 'CRL', 'lists'],
  ['OCSPs', 'OCSP', 'responses'],
] as const;

/**
 * Appends a Document Security Store to a PDF: every certificate, list and response once, and for each signature
 * references to its own (ETSI EN 319 142-1, 5.4.2). Keeps the content of an earlier store.
 * @throws the PDF library's errors for files that `inspectPdf` would refuse
 */
export async function appendSecurityStore(
  original: Uint8Array,
  data: readonly ValidationData[],
): Promise<Uint8Array> {
  const { document, finish } = await openUpdate(original);
  const key = PDFName.of('DSS');
  const earlier = document.catalog.lookup(key);
  const store = await untracked(document.context, () => {
    return document.context.register(
      storeOf(document, data, earlier instanceof PDFDict ? earlier : undefined),
    );
  });
  document.catalog.set(key, store);
  return finish();
}

function storeOf(
  { context }: PDFDocument,
  data: readonly ValidationData[],
  earlier: PDFDict | undefined,
): PDFDict {
  const streams = new Map<string, PDFRef>();
  const store = context.obj({ Type: 'DSS' });
  const validations = dictionaryIn(context, earlier, 'VRI');
  const own = data.map(() => context.obj({ Type: 'VRI' }));
  for (const [all, single, name] of KINDS) {
    const refs = arrayIn(context, earlier, all);
    for (const [index, item] of data.entries()) {
      const found = [...new Set(item[name].map(der => streamOf(context, streams, der)))];
      if (found.length > 0) own[index]?.set(PDFName.of(single), context.obj(found));
      for (const ref of found) if (!refs.asArray().includes(ref)) refs.push(ref);
    }
    if (refs.size() > 0) store.set(PDFName.of(all), refs);
  }
  for (const [index, { contents }] of data.entries()) {
    const hash = createHash('sha1').update(contents).digest('hex').toUpperCase();
    const validation = own[index];
    if (validation !== undefined) validations.set(PDFName.of(hash), context.register(validation));
  }
  store.set(PDFName.of('VRI'), validations);
  return store;
}

/** Writes the same bytes only once. */
function streamOf(context: PDFContext, streams: Map<string, PDFRef>, der: Uint8Array): PDFRef {
  const hash = sha256(der).toString('hex');
  const known = streams.get(hash);
  if (known !== undefined) return known;
  const ref = context.register(context.flateStream(der));
  streams.set(hash, ref);
  return ref;
}

function arrayIn(context: PDFContext, earlier: PDFDict | undefined, key: string): PDFArray {
  const found = earlier?.lookup(PDFName.of(key));
  return context.obj(found instanceof PDFArray ? [...found.asArray()] : []);
}

function dictionaryIn(context: PDFContext, earlier: PDFDict | undefined, key: string): PDFDict {
  const copy = context.obj({});
  const found = earlier?.lookup(PDFName.of(key));
  if (found instanceof PDFDict) for (const [name, value] of found.entries()) copy.set(name, value);
  return copy;
}

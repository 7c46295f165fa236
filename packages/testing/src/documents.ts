import { sha256 } from '@noble/hashes/sha2.js';
import { toHex } from '../../../src/support/hex.ts';
import { onePagePdf } from './small-pdf.ts';

/** A PDF of the options, and what is said of it. */
export interface FakeFile {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly pages: number;
  readonly filename?: string;
}

/** A document of several; a text alone is its title, and the line on its one page. */
export type BatchFile = string | (FakeFile & { readonly title?: string });

/** A document of a fake session. */
export interface FakeDocument {
  /** From 1. */
  readonly position: number;
  readonly title: string;
  readonly filename: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly pages: number;
  /** `sha256:` and hex. */
  readonly hash: string;
}

/** How many documents a batch has, as at the service. */
const BATCH = { fewest: 2, most: 500 } as const;

/** The address of the first document below the service's; others have their position behind it. */
const PATH = '/v1/documents/doc_fake';

export const pathOf = ({ position }: FakeDocument): string => (position === 1 ? PATH : `${PATH}_${position}`);

/** The place of the document at an address, from 1; undefined where it is no document's. */
export function positionAt(pathname: string): number | undefined {
  const [found, position = '1'] = /\/v1\/documents\/doc_fake(?:_(\d+))?$/.exec(pathname) ?? [];
  return found === undefined ? undefined : Number(position);
}

/** The only document of a session, by default one page; none where it is null. */
export function onlyDocument(file: FakeFile | null | undefined): readonly FakeDocument[] {
  if (file === null) return [];
  return [described(file ?? { bytes: onePagePdf('Contract'), pages: 1 }, 1)];
}

/** @throws RangeError for fewer or more than a batch may have */
export function batchDocuments(files: readonly BatchFile[]): readonly FakeDocument[] {
  const { fewest, most } = BATCH;
  if (files.length < fewest || files.length > most)
    throw new RangeError(`A batch has ${fewest} to ${most} documents, not ${files.length}.`);
  return files.map((file, index) => {
    if (typeof file !== 'string') return described(file, index + 1);
    return described({ bytes: onePagePdf(file), pages: 1, title: file }, index + 1);
  });
}

function described(file: Exclude<BatchFile, string>, position: number): FakeDocument {
  const { bytes, pages, filename = position === 1 ? 'contract.pdf' : `document-${position}.pdf` } = file;
  const { title = filename } = file;
  return { position, title, bytes, pages, filename, hash: hashOf(bytes) };
}

/** With a file that its hash fits, and nobody can draw. */
export function unreadable(document: FakeDocument): FakeDocument {
  const bytes = new TextEncoder().encode('This is not a PDF.');
  return { ...document, bytes, hash: hashOf(bytes) };
}

/** The hash of an ordered list of documents, as the service says it. */
export function listHash(documents: readonly FakeDocument[]): string {
  return hashOf(new TextEncoder().encode(documents.map(({ hash }) => `${hash}\n`).join('')));
}

const hashOf = (bytes: Uint8Array): string => `sha256:${toHex(sha256(bytes))}`;

import { listHash, pathOf, type FakeDocument } from './documents.ts';
import type { SessionFacts } from './session-facts.ts';
import type { SessionState } from './session-state.ts';

/** A document in the list of a session's documents, as the service answers it. */
export interface DocumentAnswer {
  /** From 1. */
  readonly position: number;
  readonly hash: string;
  readonly sizeBytes: number;
  readonly pages: number;
  readonly title: string;
  /** This and the next two while the session is open. */
  readonly filename?: string;
  readonly warnings?: readonly [];
  readonly presignedUrl?: string;
  /** The signer has signed it with their certificate, while others are left. */
  readonly signed?: true;
  /** This and what follows once the whole session is completed. */
  readonly signedHash?: string;
  readonly evidenceId?: string;
  readonly verifierUrl?: string;
  readonly downloadUrl?: string;
}

/** What is said of several documents together. */
export interface BatchAnswer {
  readonly batchId: string;
  readonly total: number;
  readonly documentsHash: string;
  readonly sealed?: number;
}

/** What moves in a session, as far as it is about its documents. */
type DocumentProgress = Pick<SessionState, 'status' | 'ending' | 'signed' | 'sealed'>;

/** What a session says of its documents: of several, the first and how many there are. */
export function documentMembers(
  facts: SessionFacts,
  state: DocumentProgress,
  documents: readonly FakeDocument[],
) {
  const [first] = documents;
  if (first === undefined) return {};
  return {
    ...batchMember(facts, state, documents),
    ...firstMember(facts, state, first),
  };
}

/** Of a session over several documents. */
function batchMember(
  { batchId }: SessionFacts,
  { sealed }: DocumentProgress,
  documents: readonly FakeDocument[],
): { readonly batch?: BatchAnswer } {
  if (batchId === undefined) return {};
  const list = { total: documents.length, documentsHash: listHash(documents) };
  return { batch: { batchId, ...list, ...(sealed === undefined ? {} : { sealed }) } };
}

function firstMember({ baseUrl }: SessionFacts, { status }: DocumentProgress, first: FakeDocument) {
  const { filename, bytes, pages, hash } = first;
  if (status === 'COMPLETED') return { document: { hash, signedHash: hash } };
  if (status !== 'ACTIVE') return {};
  const presignedUrl = baseUrl + pathOf(first);
  return { document: { presignedUrl, filename, hash, sizeBytes: bytes.length, pages, warnings: [] } };
}

/** All documents in order. */
export function documentAnswers(
  facts: SessionFacts,
  state: DocumentProgress,
  documents: readonly FakeDocument[],
): DocumentAnswer[] {
  const { status } = state;
  return documents.map(document => {
    const { position, title, hash, bytes, pages } = document;
    return {
      position,
      hash,
      sizeBytes: bytes.length,
      pages,
      title,
      ...(status === 'ACTIVE' ? openMembers(facts, state, document) : {}),
      ...(status === 'COMPLETED' ? signedMembers(facts, state, document) : {}),
    };
  });
}

function openMembers(
  { baseUrl }: SessionFacts,
  { signed }: DocumentProgress,
  document: FakeDocument,
): Partial<DocumentAnswer> {
  const { filename, position } = document;
  const presignedUrl = baseUrl + pathOf(document);
  return {
    filename,
    warnings: [],
    presignedUrl,
    ...(signed.has(position) ? { signed: true } : {}),
  };
}

function signedMembers({ baseUrl }: SessionFacts, { ending }: DocumentProgress, document: FakeDocument) {
  const { evidenceId: first = '' } = ending;
  const { position, hash } = document;
  const evidenceId = position === 1 ? first : `${first}_${position}`;
  const verifierUrl = `${baseUrl}/verify/${evidenceId}`;
  return { signedHash: hash, evidenceId, verifierUrl, downloadUrl: baseUrl + pathOf(document) };
}

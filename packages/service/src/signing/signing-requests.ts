import * as z from 'zod';
import { SIGNATURE_ALGORITHMS, type SignatureAlgorithm } from '../cms/signature-algorithms.ts';
import type { SignaturePlaceholder } from '../pdf/signature-placeholder.ts';
import { rowSchema } from '../storage/row-schema.ts';
import { insertRow } from '../storage/insert-row.ts';
import type { Queries } from '../storage/database.ts';

/** A prepared signature with everything needed to complete it. */
export interface SigningRequest {
  readonly signatureRequestId: string;
  readonly sessionId: string;
  /** The revision to sign. */
  readonly baseDocumentId: string;
  /** DER, the signer's certificate first. */
  readonly chain: readonly Uint8Array<ArrayBuffer>[];
  readonly algorithm: SignatureAlgorithm;
  /** DER of the signed attributes. */
  readonly dataToSign: Uint8Array<ArrayBuffer>;
  readonly appended: Uint8Array<ArrayBuffer>;
  readonly placeholder: SignaturePlaceholder;
  readonly fieldName: string;
}

const bytes = z.instanceof(Uint8Array).transform(value => new Uint8Array(value));

const requestRow = rowSchema({
  signatureRequestId: z.string(),
  sessionId: z.string(),
  baseDocumentId: z.string(),
  chain: z.array(z.string().transform(base64 => new Uint8Array(Buffer.from(base64, 'base64')))),
  algorithm: z.enum(SIGNATURE_ALGORITHMS),
  dataToSign: bytes,
  appended: bytes,
  holeStart: z.number(),
  holeEnd: z.number(),
  fieldName: z.string(),
});

const signatureRow = z.object({ cms: bytes.nullable(), extension: bytes.nullable() });

/** Saves a session's signing request. It replaces the previous one, which can no longer be completed. */
export async function putSigningRequest(queries: Queries, request: SigningRequest): Promise<void> {
  const { sessionId, signatureRequestId, baseDocumentId, algorithm, dataToSign, appended, fieldName } =
    request;
  const { start: holeStart, end: holeEnd } = request.placeholder;
  const chain = request.chain.map(der => Buffer.from(der).toString('base64'));
  await queries.query('DELETE FROM signing_requests WHERE session_id = $1', [sessionId]);
  const row = { sessionId, signatureRequestId, baseDocumentId, chain, algorithm, dataToSign, appended };
  await insertRow(queries, 'signing_requests', { ...row, holeStart, holeEnd, fieldName });
}

export async function findSigningRequest(
  queries: Queries,
  sessionId: string,
): Promise<SigningRequest | undefined> {
  const [found] = await queries.query('SELECT * FROM signing_requests WHERE session_id = $1', [sessionId]);
  if (found === undefined) return undefined;
  const { holeStart: start, holeEnd: end, ...request } = requestRow.parse(found);
  return { ...request, placeholder: { start, end } };
}

/** The signature made from a request. */
export interface StoredSignature {
  readonly cms: Uint8Array;
  /** The update appended after it; may be empty. */
  readonly extension: Uint8Array;
}

/** Saves the signature of a request until its transaction is finalized. */
export async function storeSignature(
  queries: Queries,
  sessionId: string,
  { cms, extension }: StoredSignature,
): Promise<void> {
  await queries.query('UPDATE signing_requests SET cms = $2, extension = $3 WHERE session_id = $1', [
    sessionId,
    cms,
    extension,
  ]);
}

/** The saved signature and its request. */
export async function findSignature(
  queries: Queries,
  sessionId: string,
): Promise<(StoredSignature & { readonly request: SigningRequest }) | undefined> {
  const request = await findSigningRequest(queries, sessionId);
  const [row] = await queries.query('SELECT cms, extension FROM signing_requests WHERE session_id = $1', [
    sessionId,
  ]);
  const { cms, extension } = row === undefined ? {} : signatureRow.parse(row);
  return request && cms ? { request, cms, extension: extension ?? new Uint8Array() } : undefined;
}

export async function removeSigningRequest(queries: Queries, sessionId: string): Promise<void> {
  await queries.query('DELETE FROM signing_requests WHERE session_id = $1', [sessionId]);
}

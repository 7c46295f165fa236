import * as z from 'zod';
import { SIGNATURE_ALGORITHMS, type SignatureAlgorithm } from '../cms/signature-algorithms.ts';
import type { SignatureHole } from '../pdf/signature-hole.ts';
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
  readonly hole: SignatureHole;
  readonly fieldName: string;
}

const bytes = z.instanceof(Uint8Array).transform(value => new Uint8Array(value));

const requestRow = z.object({
  signature_request_id: z.string(),
  session_id: z.string(),
  base_document_id: z.string(),
  chain: z.array(z.string().transform(base64 => new Uint8Array(Buffer.from(base64, 'base64')))),
  algorithm: z.enum(SIGNATURE_ALGORITHMS),
  data_to_sign: bytes,
  appended: bytes,
  hole_start: z.number(),
  hole_end: z.number(),
  field_name: z.string(),
});

const keptRow = z.object({ cms: bytes.nullable(), extension: bytes.nullable() });

/** Saves a session's signing request. It replaces the previous one, which can no longer be completed. */
export async function putSigningRequest(queries: Queries, request: SigningRequest): Promise<void> {
  const { sessionId, hole, chain } = request;
  await queries.query('DELETE FROM signing_requests WHERE session_id = $1', [sessionId]);
  await queries.query(
    `INSERT INTO signing_requests (session_id, signature_request_id, base_document_id, chain, algorithm,
       data_to_sign, appended, hole_start, hole_end, field_name)
     VALUES ($1, $2, $3, $4::jsonb, $5, $6, $7, $8, $9, $10)`,
    [
      sessionId,
      request.signatureRequestId,
      request.baseDocumentId,
      JSON.stringify(chain.map(der => Buffer.from(der).toString('base64'))),
      request.algorithm,
      request.dataToSign,
      request.appended,
      hole.start,
      hole.end,
      request.fieldName,
    ],
  );
}

export async function findSigningRequest(
  queries: Queries,
  sessionId: string,
): Promise<SigningRequest | undefined> {
  const [found] = await queries.query('SELECT * FROM signing_requests WHERE session_id = $1', [sessionId]);
  if (found === undefined) return undefined;
  const row = requestRow.parse(found);
  return {
    signatureRequestId: row.signature_request_id,
    sessionId: row.session_id,
    baseDocumentId: row.base_document_id,
    chain: row.chain,
    algorithm: row.algorithm,
    dataToSign: row.data_to_sign,
    appended: row.appended,
    hole: { start: row.hole_start, end: row.hole_end },
    fieldName: row.field_name,
  };
}

/** The signature made from a request. */
export interface KeptSignature {
  readonly cms: Uint8Array;
  /** The update appended after it; may be empty. */
  readonly extension: Uint8Array;
}

/** Saves the signature of a request until its transaction is finalized. */
export async function keepSignature(
  queries: Queries,
  sessionId: string,
  { cms, extension }: KeptSignature,
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
): Promise<(KeptSignature & { readonly request: SigningRequest }) | undefined> {
  const request = await findSigningRequest(queries, sessionId);
  const [row] = await queries.query('SELECT cms, extension FROM signing_requests WHERE session_id = $1', [
    sessionId,
  ]);
  const { cms, extension } = row === undefined ? {} : keptRow.parse(row);
  return request && cms ? { request, cms, extension: extension ?? new Uint8Array() } : undefined;
}

export async function removeSigningRequest(queries: Queries, sessionId: string): Promise<void> {
  await queries.query('DELETE FROM signing_requests WHERE session_id = $1', [sessionId]);
}

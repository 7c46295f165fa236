/** Signatures that are prepared or made in the database, and which were used before. */
import * as z from 'zod';
import { SIGNATURE_ALGORITHMS, type SignatureAlgorithm } from '../cms/signed-data.ts';
import { fromBase64 } from '../domain/bytes.ts';
import { changedMeanwhile } from '../domain/session-state.ts';
import { type DigitalSignature, digitalSignatureSchema } from '../domain/step.ts';
import type { SignaturePlaceholder } from '../pdf/signature-field.ts';
import { insertRow, nullable, type Queries, rowSchema } from '../storage/database.ts';

/** A prepared signature with everything needed to complete it. */
export interface SigningRequest {
  readonly signatureRequestId: string;
  readonly sessionId: string;
  /** Of the document in its batch, from 1; 1 in any other session. */
  readonly position: number;
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
  /** Made by a provider, and verified; to be completed. */
  readonly rawSignature?: Uint8Array<ArrayBuffer> | undefined;
}

const bytes = z.instanceof(Uint8Array).transform(value => new Uint8Array(value));

/** A request as far as its signature needs it. */
export type OpenRequest = Pick<SigningRequest, 'signatureRequestId' | 'position' | 'dataToSign' | 'chain'>;

const openShape = {
  signatureRequestId: z.string(),
  position: z.number(),
  dataToSign: bytes,
  chain: z.array(z.string().transform(fromBase64)),
};

const openRow = rowSchema(openShape);

const requestRow = rowSchema({
  ...openShape,
  sessionId: z.string(),
  baseDocumentId: z.string(),
  algorithm: z.enum(SIGNATURE_ALGORITHMS),
  appended: bytes,
  holeStart: z.number(),
  holeEnd: z.number(),
  fieldName: z.string(),
  rawSignature: nullable(bytes),
});

const signatureRow = z.object({
  cms: bytes.nullable(),
  extension: bytes.nullable(),
  digital_signature: digitalSignatureSchema.nullable(),
});

/**
 * Saves the signing request for a document. It replaces the previous one, which can no longer be completed, and those
 * for the other documents of a batch that another certificate was to sign. What is signed stays.
 */
export async function putSigningRequest(queries: Queries, request: SigningRequest): Promise<void> {
  const { sessionId, signatureRequestId, position, baseDocumentId, algorithm, dataToSign, appended } =
    request;
  const { fieldName } = request;
  const { start: holeStart, end: holeEnd } = request.placeholder;
  const chain = request.chain.map(der => Buffer.from(der).toString('base64'));
  await queries.query(
    `DELETE FROM signing_requests
     WHERE session_id = $1 AND (position = $2 OR (chain->>0 <> $3 AND cms IS NULL AND raw_signature IS NULL))`,
    [sessionId, position, chain[0] ?? ''],
  );
  const row = { sessionId, signatureRequestId, position, baseDocumentId, chain, algorithm, dataToSign };
  await insertRow(queries, 'signing_requests', { ...row, appended, holeStart, holeEnd, fieldName });
}

/** The newest signing request for a document. @param position in the batch; 1 in any other session */
export async function findSigningRequest(
  queries: Queries,
  sessionId: string,
  position: number,
): Promise<SigningRequest | undefined> {
  const [found] = await queries.query(
    'SELECT * FROM signing_requests WHERE session_id = $1 AND position = $2',
    [sessionId, position],
  );
  return found && toRequest(found);
}

function toRequest(row: object): SigningRequest {
  const { holeStart: start, holeEnd: end, ...request } = requestRow.parse(row);
  return { ...request, placeholder: { start, end } };
}

/** The requests of a session that nobody has signed yet, in the order of their documents. */
export async function openRequests(queries: Queries, sessionId: string): Promise<OpenRequest[]> {
  const rows = await queries.query(
    `SELECT signature_request_id, position, data_to_sign, chain FROM signing_requests
     WHERE session_id = $1 AND cms IS NULL AND raw_signature IS NULL ORDER BY position`,
    [sessionId],
  );
  return rows.map(row => openRow.parse(row));
}

/** Keeps what a provider signed: if the document can't be completed now, nobody has to authorise again. */
export async function keepRawSignatures(
  queries: Queries,
  made: readonly {
    readonly request: Pick<SigningRequest, 'signatureRequestId'>;
    readonly signature: Uint8Array;
  }[],
): Promise<void> {
  for (const { request, signature } of made)
    await queries.query('UPDATE signing_requests SET raw_signature = $2 WHERE signature_request_id = $1', [
      request.signatureRequestId,
      signature,
    ]);
}

/** The signature made from a request. */
export interface StoredSignature {
  readonly cms: Uint8Array;
  /** The update appended after it; may be empty. */
  readonly extension: Uint8Array;
  /** What the session keeps of it. */
  readonly digitalSignature: DigitalSignature;
}

/** A signature that was read back. */
interface SavedSignature extends Pick<StoredSignature, 'cms' | 'extension'> {
  readonly request: SigningRequest;
  /** Null where a version before batches saved it. */
  readonly digitalSignature: DigitalSignature | null;
}

/** Saves the signature of a request until its transaction is finalized, or its batch is sealed. */
export async function storeSignature(
  queries: Queries,
  { sessionId, position }: Pick<SigningRequest, 'sessionId' | 'position'>,
  { cms, extension, digitalSignature }: StoredSignature,
): Promise<void> {
  await queries.query(
    `UPDATE signing_requests SET cms = $3, extension = $4, digital_signature = $5::jsonb
     WHERE session_id = $1 AND position = $2`,
    [sessionId, position, cms, extension, JSON.stringify(digitalSignature)],
  );
}

/**
 * The saved signature of a document and its request.
 * @param position in the batch; 1 in any other session
 */
export async function findSignature(
  queries: Queries,
  sessionId: string,
  position: number,
): Promise<SavedSignature | undefined> {
  const request = await findSigningRequest(queries, sessionId, position);
  const [row] = await queries.query(
    'SELECT cms, extension, digital_signature FROM signing_requests WHERE session_id = $1 AND position = $2',
    [sessionId, position],
  );
  if (request === undefined || row === undefined) return undefined;
  const { cms, extension, digital_signature: digitalSignature } = signatureRow.parse(row);
  return cms === null
    ? undefined
    : { request, cms, extension: extension ?? new Uint8Array(), digitalSignature };
}

/** How many documents of a batch are signed, leaving out the one at a position. */
export async function countSigned(queries: Queries, sessionId: string, besides = 0): Promise<number> {
  const [row] = await queries.query<{ signed: string }>(
    `SELECT count(*) AS signed FROM signing_requests
     WHERE session_id = $1 AND position <> $2 AND cms IS NOT NULL`,
    [sessionId, besides],
  );
  return Number(row?.signed ?? 0);
}

/** How many documents of a batch have a signing request, signed or not. */
export async function countPrepared(queries: Queries, sessionId: string): Promise<number> {
  const [row] = await queries.query<{ prepared: string }>(
    'SELECT count(*) AS prepared FROM signing_requests WHERE session_id = $1',
    [sessionId],
  );
  return Number(row?.prepared ?? 0);
}

/** Removes those that are not completed. What is signed of a batch stays. */
export async function removeUnsignedRequests(queries: Queries, sessionId: string): Promise<void> {
  await queries.query('DELETE FROM signing_requests WHERE session_id = $1 AND cms IS NULL', [sessionId]);
}

/** Removes those of all of the session's documents. */
export async function removeSigningRequests(queries: Queries, sessionId: string): Promise<void> {
  await queries.query('DELETE FROM signing_requests WHERE session_id = $1', [sessionId]);
}

/** A signature and the act that it is: one document of one session. */
interface SignatureUse {
  /** Of the signature, as the verifier reports it: of the signer's certificate and what they signed. */
  readonly fingerprint: string;
  readonly sessionId: string;
  /** Of the document in its batch, from 1; 1 in any other session. */
  readonly position: number;
}

/** Whether a signature was kept for another document, of any tenant's session. */
export async function isUsedElsewhere(
  queries: Queries,
  { fingerprint, sessionId, position }: SignatureUse,
): Promise<boolean> {
  const [found] = await queries.query(
    `SELECT 1 AS found FROM used_signatures WHERE fingerprint = $1 AND (session_id <> $2 OR position <> $3)`,
    [fingerprint, sessionId, position],
  );
  return found !== undefined;
}

/**
 * Notes that a signature is kept, for ever. Call in the transaction that keeps it.
 * @throws Problem `conflict` if another transaction has kept it since `isUsedElsewhere` said no
 */
export async function recordUse(
  queries: Queries,
  { fingerprint, sessionId, position }: SignatureUse,
): Promise<void> {
  const [own] = await queries.query(
    `INSERT INTO used_signatures (fingerprint, session_id, position) VALUES ($1, $2, $3)
     ON CONFLICT (fingerprint) DO UPDATE SET used_at = used_signatures.used_at
       WHERE used_signatures.session_id = excluded.session_id AND used_signatures.position = excluded.position
     RETURNING fingerprint`,
    [fingerprint, sessionId, position],
  );
  if (own === undefined) throw changedMeanwhile();
}

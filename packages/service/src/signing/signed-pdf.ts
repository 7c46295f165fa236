import type { DocumentStore } from '../storage/document-store.ts';
import type { DigitalSignature } from '../domain/step.ts';
import { withSignature } from '../pdf/sealable-update.ts';
import type { Queries } from '../storage/database.ts';
import { findSignature } from './signing-requests.ts';

/** A document with its signer's own signature, and what the session keeps of that. */
export interface SignedPdf {
  readonly bytes: Uint8Array;
  /** Null where a version before batches saved it. */
  readonly digitalSignature: DigitalSignature | null;
}

/**
 * The document with the signature that was verified and saved.
 * @param position of the document in its batch; 1 in any other session
 * @returns undefined if the signer did not sign with a certificate
 */
export async function savedSignedPdf(
  { database, documents }: { readonly database: Queries; readonly documents: DocumentStore },
  sessionId: string,
  position: number,
): Promise<SignedPdf | undefined> {
  const signature = await findSignature(database, sessionId, position);
  if (signature === undefined) return undefined;
  const { request, cms, extension, digitalSignature } = signature;
  const base = await documents.read(request.baseDocumentId);
  if (base === undefined) throw new Error('The document that was signed is not in the store.');
  return { bytes: Buffer.concat([withSignature(base, request, cms), extension]), digitalSignature };
}

import type { components } from '../../interface.d.ts';

/* The service's public answers; what the page does not render is under “technical details”. */

type Schemas = components['schemas'];

export type EvidenceRecord = Schemas['PublicEvidence'];
export type EnvelopeRecord = Schemas['PublicEnvelope'];
export type Downloads = Schemas['VerifyDownloads']['downloads'];

/** The record of the evidence, or why there is none. */
export type RecordState =
  /** The address names no evidence. */
  | { readonly kind: 'none' | 'loading' | 'unknown' | 'unavailable' | 'unanswered' }
  | { readonly kind: 'held'; readonly record: EvidenceRecord };

export async function fetchRecord(evidenceId: string): Promise<RecordState> {
  try {
    const response = await fetch(verifyAddress(evidenceId), { credentials: 'omit' });
    if (response.status === 404) return { kind: 'unknown' };
    if (!response.ok) return { kind: 'unavailable' };
    const record: EvidenceRecord = await response.json();
    // Another server may have answered, such as a proxy.
    return record.evidenceId === evidenceId ? { kind: 'held', record } : { kind: 'unavailable' };
  } catch {
    return { kind: 'unanswered' };
  }
}

/** The envelope with the document's other signers; undefined if it can't be loaded. */
export async function fetchEnvelope(envelopeId: string): Promise<EnvelopeRecord | undefined> {
  try {
    const response = await fetch(`/v1/verify/envelope/${encodeURIComponent(envelopeId)}`, {
      credentials: 'omit',
    });
    if (!response.ok) return undefined;
    const envelope: EnvelopeRecord = await response.json();
    // Another server may have answered, such as a proxy.
    return Array.isArray(envelope.signatures) ? envelope : undefined;
  } catch {
    return undefined;
  }
}

/**
 * The addresses of the files, for those who have access.
 * @param credential a client secret or an access token
 * @returns `refused` if the credential gives access to none of them
 */
export async function fetchDownloads(
  evidenceId: string,
  credential: string,
): Promise<Downloads | 'refused' | 'unanswered'> {
  try {
    const response = await fetch(`${verifyAddress(evidenceId)}/downloads`, {
      credentials: 'omit',
      headers: { Authorization: `Bearer ${credential}` },
    });
    if (response.status === 401 || response.status === 403) return 'refused';
    const { downloads }: Schemas['VerifyDownloads'] = await response.json();
    return Object.values(downloads).some(found => found !== null) ? downloads : 'refused';
  } catch {
    return 'unanswered';
  }
}

function verifyAddress(evidenceId: string): string {
  return `/v1/verify/${encodeURIComponent(evidenceId)}`;
}

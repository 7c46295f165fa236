import * as z from 'zod/mini';

/* What the page reads of the service's public answers; everything else is under “technical details”. */

const text = z.string();
const optionalText = z.optional(text);

const recordShape = z.object({
  evidenceId: text,
  environment: text,
  purpose: text,
  completedAt: text,
  documentHash: optionalText,
  signedHash: optionalText,
  evidenceHash: text,
  envelopeId: optionalText,
  signatureKind: z.optional(z.enum(['simple', 'advanced', 'qualified'])),
  tenantName: text,
  tenantCnpj: optionalText,
  sealedBy: z.object({ name: text, cnpj: optionalText, issuer: text }),
  signer: z.object({
    displayName: text,
    cpf: optionalText,
    cnpj: optionalText,
    email: optionalText,
    phone: optionalText,
  }),
  document: z.nullable(z.object({ filename: text, sizeBytes: z.number() })),
  action: z.nullable(z.object({ description: text, reference: optionalText })),
  steps: z.array(
    z.object({
      type: text,
      completedAt: optionalText,
      result: z.optional(
        z.object({
          click: z.optional(
            z.object({ documentView: z.optional(z.object({ pagesViewed: z.number(), pages: z.number() })) }),
          ),
          otp: z.optional(z.object({ channel: text })),
        }),
      ),
    }),
  ),
});
export type EvidenceRecord = z.output<typeof recordShape>;

const envelopeShape = z.object({
  totalSigners: z.number(),
  completedSessions: z.number(),
  signatures: z.array(
    z.object({ evidenceId: text, completedAt: text, signer: z.object({ displayName: text }) }),
  ),
});
export type EnvelopeRecord = z.output<typeof envelopeShape>;

const link = z.nullable(z.object({ url: text, filename: text }));
const downloadsShape = z.object({
  downloads: z.object({
    finalPdf: link,
    originalDocument: link,
    evidencePage: z.optional(link),
    evidencePack: link,
  }),
});
export type Downloads = z.output<typeof downloadsShape>['downloads'];

/** The service's record of the evidence, or why there is none. */
export type RecordState =
  /** The address names no evidence. */
  | { readonly kind: 'none' | 'loading' | 'unknown' | 'unavailable' | 'unanswered' }
  | { readonly kind: 'held'; readonly record: EvidenceRecord; readonly json: unknown };

export async function fetchRecord(evidenceId: string): Promise<RecordState> {
  try {
    const response = await fetch(verifyAddress(evidenceId), { credentials: 'omit' });
    if (response.status === 404) return { kind: 'unknown' };
    if (!response.ok) return { kind: 'unavailable' };
    const json: unknown = await response.json();
    const parsed = recordShape.safeParse(json);
    return parsed.success ? { kind: 'held', record: parsed.data, json } : { kind: 'unavailable' };
  } catch {
    return { kind: 'unanswered' };
  }
}

/** The others who sign the same document; undefined where they can't be had. */
export async function fetchEnvelope(envelopeId: string): Promise<EnvelopeRecord | undefined> {
  try {
    const response = await fetch(`/v1/verify/envelope/${encodeURIComponent(envelopeId)}`, {
      credentials: 'omit',
    });
    return response.ok ? envelopeShape.parse(await response.json()) : undefined;
  } catch {
    return undefined;
  }
}

/**
 * The files, for whoever may have them.
 * @param credential a client secret or an access token
 * @returns `refused` where it gives access to none of them
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
    const { downloads } = downloadsShape.parse(await response.json());
    return Object.values(downloads).some(found => found !== null) ? downloads : 'refused';
  } catch {
    return 'unanswered';
  }
}

function verifyAddress(evidenceId: string): string {
  return `/v1/verify/${encodeURIComponent(evidenceId)}`;
}

import * as z from 'zod/mini';
import { postJson, requestJson } from '../http/answer.ts';
import type { ServiceClient } from '../http/service-client.ts';
import { toBase64 } from '../http/file-content.ts';

const text = z.string();

const certificatesShape = z.array(
  z.object({
    name: text,
    password: text,
    cpf: z.optional(text),
    cnpj: z.optional(text),
    downloadUrl: text,
  }),
);
export type TestCertificate = z.output<typeof certificatesShape>[number];

const verificationShape = z.object({
  signatures: z.array(
    z.object({
      type: text,
      subFilter: z.optional(text),
      indication: text,
      subIndication: z.optional(text),
      coverage: z.object({ wholeFile: z.boolean(), bytesAfter: z.number() }),
      laterChanges: z.object({ level: text, permitted: z.boolean() }),
      notes: z.optional(z.array(z.object({ code: text, text }))),
      chain: z.object({ trusted: z.boolean() }),
      revocation: z.object({ status: text }),
      timestamp: z.optional(z.object({ time: text, trusted: z.boolean() })),
      signer: z.optional(z.object({ displayName: text, cpfCnpj: z.optional(text) })),
      claimedAt: z.optional(text),
    }),
  ),
  checkedAt: text,
});
export type Verification = z.output<typeof verificationShape>;
export type VerifiedSignature = Verification['signatures'][number];

/** Of all test certificates, as the service's documentation says. */
export const TEST_CERTIFICATE_PASSWORD = 'Senha#123';

/** The A1 files that the service's test authority has issued, the one that works first. */
export function readCertificates(signal: AbortSignal): Promise<TestCertificate[]> {
  return requestJson(certificatesShape, '/_local/certificates', { signal });
}

/** The service's word on a PDF's signatures. */
export async function verifyDocument(
  service: ServiceClient,
  file: File,
  signal: AbortSignal,
): Promise<Verification> {
  const body = postJson({ content: toBase64(new Uint8Array(await file.arrayBuffer())), filename: file.name });
  return service.ask(verificationShape, '/v1/verify/document', { ...body, signal });
}

import { postJson, requestJson } from '../http/answer.ts';
import type { ServiceClient } from '../http/service-client.ts';
import { toBase64 } from '../http/file-content.ts';
import type { TestCertificate, Verification } from '../http/service-types.ts';

/** The password of all test certificates; the service's documentation states it. */
export const TEST_CERTIFICATE_PASSWORD = 'Senha#123';

/** The A1 files that the service's test authority has issued, the valid one first. */
export function readCertificates(signal: AbortSignal): Promise<TestCertificate[]> {
  return requestJson('/_local/certificates', { signal });
}

/** The service's report on a PDF's signatures. */
export async function verifyDocument(
  service: ServiceClient,
  file: File,
  signal: AbortSignal,
): Promise<Verification> {
  const body = postJson({ content: toBase64(new Uint8Array(await file.arrayBuffer())), filename: file.name });
  return service.ask('/v1/verify/document', { ...body, signal });
}

import { BerError, type CertificateFacts } from '@sign-session/certificates';
import type { CertificationPath } from './certification-path.ts';
import type { HeldRevocations } from './held-data.ts';
import { readOcspResponse, responseFor } from './ocsp-response.ts';
import { isListBy } from './revocation-list-check.ts';
import { readRevocationList } from './revocation-list-reader.ts';
import type { LongTerm } from './signature-report.ts';

/**
 * Whether a document carries a list or a responder's answer for each certificate of a path that names a source, whatever
 * it says, and whether a document timestamp that passed covers one for each (ETSI EN 319 142-1, 6.3).
 */
export async function longTermOf(
  { chain, failure }: CertificationPath,
  { lists, responses }: HeldRevocations,
): Promise<LongTerm | undefined> {
  if (failure !== undefined) return undefined;
  let isProven = true;
  for (const [index, certificate] of chain.entries()) {
    const issuer = chain[index + 1];
    if (issuer === undefined || !certificate.namesRevocationSource) continue;
    const found = [
      ...(await kept(lists, der => isListBy(readRevocationList(der), issuer))),
      ...(await kept(responses, der => answers(der, certificate, issuer))),
    ];
    if (found.length === 0) return undefined;
    isProven &&= found.some(({ provenAt }) => provenAt !== undefined);
  }
  return isProven ? 'LTA' : 'LT';
}

async function kept<Item extends { readonly der: Uint8Array<ArrayBuffer> }>(
  items: readonly Item[],
  test: (der: Uint8Array<ArrayBuffer>) => Promise<boolean>,
): Promise<Item[]> {
  const found: Item[] = [];
  for (const item of items) if (await isSo(item.der, test)) found.push(item);
  return found;
}

async function isSo(
  der: Uint8Array<ArrayBuffer>,
  test: (der: Uint8Array<ArrayBuffer>) => Promise<boolean>,
): Promise<boolean> {
  try {
    return await test(der);
  } catch (error) {
    if (error instanceof BerError) return false;
    throw error;
  }
}

/** Whether a response is about the certificate. */
async function answers(
  der: Uint8Array<ArrayBuffer>,
  certificate: CertificateFacts,
  issuer: CertificateFacts,
): Promise<boolean> {
  const response = readOcspResponse(der);
  return response !== undefined && (await responseFor(response, certificate, issuer)) !== undefined;
}

import { readCertificate } from '@sign-session/certificates';
import { fromBase64 } from '../../../certificate/base64.ts';
import { suitabilityOf } from '../../../certificate/suitability.ts';
import type { Prepared } from '../../../session/certificate-signing.ts';
import type { SessionView } from '../../../session/view.ts';
import { checkedPreparation, Refusal } from '../certificate-signer.ts';

/**
 * As with every certificate: it is the signer's, and what it is to sign is the document that they see.
 *
 * @throws Refusal with what is wrong, PreparationError
 */
export async function checkInCloud(
  { preparation, chainPems }: Prepared,
  shown: Uint8Array<ArrayBuffer>,
  { clockOffset, signer }: SessionView,
): Promise<true> {
  const [certificate, ...issuers] = chainPems.map(pem =>
    readCertificate(fromBase64(pem.replaceAll(/-----[^-]+-----|\s/g, ''))),
  );
  if (certificate === undefined) throw new Refusal('unsafe.unchecked');
  const [problem] = suitabilityOf([certificate, ...issuers], signer, Date.now() + clockOffset).problems;
  if (problem !== undefined) throw new Refusal(`problem.${problem}`);
  const prepared = await checkedPreparation(preparation, certificate, shown);
  if (prepared === undefined) throw new Refusal('unsafe.unchecked');
  return true;
}

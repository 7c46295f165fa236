import { createPrivateKey, type KeyObject, sign } from 'node:crypto';
import { openPkcs12 } from '../../../src/certificate/pkcs12/open-pkcs12.ts';

/** Sends an action of the session's signer. */
// oxlint-disable-next-line typescript/no-explicit-any -- a bench reads what it expects and fails where it is not there
export type Act = (action: Readonly<Record<string, unknown>>) => Promise<any>;

export type CertificateKind = 'file' | 'cloud';

interface Batch {
  readonly act: Act;
  readonly total: number;
}

/** Of local mode's test signers, which belongs to the signer of the session. */
const PASSWORD = 'Senha#123';

async function testKey(url: string): Promise<{ pems: string[]; key: KeyObject }> {
  const file = await fetch(`${url}/_local/certificates/good.p12`);
  const { keys, certificates } = await openPkcs12(new Uint8Array(await file.arrayBuffer()), PASSWORD);
  const key = createPrivateKey({ key: Buffer.from(keys[0]?.pkcs8 ?? []), format: 'der', type: 'pkcs8' });
  const pems = certificates.map(
    ({ certificate: { der } }) =>
      `-----BEGIN CERTIFICATE-----\n${Buffer.from(der).toString('base64')}\n-----END CERTIFICATE-----\n`,
  );
  return { pems, key };
}

/** One document after the other, as with a file on the signer's device. */
async function signByFile(url: string, { act, total }: Batch): Promise<void> {
  const { pems, key } = await testKey(url);
  for (let documentPosition = 1; documentPosition <= total; documentPosition += 1) {
    const prepared = await act({ action: 'prepare_signing', certificateChainPems: pems, documentPosition });
    const { signatureRequestId, dataToSign } = prepared;
    const rawSignatureBase64 = sign('sha256', Buffer.from(dataToSign, 'base64'), key).toString('base64');
    await act({ action: 'complete_signing', signatureRequestId, rawSignatureBase64, documentPosition });
  }
}

/** Goes to the test provider, approves, and comes back with what it gave. */
async function approve(start: string): Promise<void> {
  const cookies = new Map<string, string>();
  const open = async (address: string | URL, init: RequestInit = {}) => {
    const Cookie = Array.from(cookies, ([name, value]) => `${name}=${value}`).join('; ');
    const answer = await fetch(address, { ...init, headers: { Cookie }, redirect: 'manual' });
    for (const cookie of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
      cookies.set(name, value);
    }
    return answer;
  };
  const placeOf = ({ headers }: Response) => new URL(headers.get('Location') ?? '', start);
  const page = placeOf(await open(start));
  const [, action = ''] = /action="([^"]+)"/.exec(await (await open(page)).text()) ?? [];
  const body = new URLSearchParams({ decision: 'approve' });
  await open(placeOf(await open(new URL(action, page), { method: 'POST', body })));
}

/** All are prepared, then completed: the provider signs them at once. */
async function signInCloud({ act, total }: Batch): Promise<void> {
  const { authorizationUrl } = await act({ action: 'authorize_cloud_signing', providerId: 'vidaas' });
  await approve(authorizationUrl);
  const prepared: string[] = [];
  for (let documentPosition = 1; documentPosition <= total; documentPosition += 1)
    prepared.push((await act({ action: 'prepare_cloud_signing', documentPosition })).signatureRequestId);
  for (const [index, signatureRequestId] of prepared.entries())
    await act({ action: 'complete_cloud_signing', signatureRequestId, documentPosition: index + 1 });
}

/** Signs the documents of an accepted batch, as the widget does. */
export async function signWith(kind: CertificateKind, url: string, batch: Batch): Promise<void> {
  await (kind === 'file' ? signByFile(url, batch) : signInCloud(batch));
}

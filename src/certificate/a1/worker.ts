/*
 * The worker that opens PKCS#12 files and signs. Keys never leave it: the page gets certificates and
 * signatures.
 */
import { BerError } from '../asn1/ber.ts';
import { CertificateError } from '../provider.ts';
import { KeyStore } from './key-store.ts';
import { READY, type WorkerAnswer, type WorkerRequest } from './worker-messages.ts';

const keys = new KeyStore();

addEventListener('message', ({ data }: MessageEvent<WorkerRequest>) => void answer(data));
postMessage(READY);

async function answer(request: WorkerRequest): Promise<void> {
  const { number } = request;
  try {
    reply({ number, value: await perform(request) });
  } catch (error) {
    const { code, reason } = toCertificateError(error);
    reply({ number, error: { code, reason } });
  }
}

function perform(request: WorkerRequest) {
  switch (request.kind) {
    case 'open':
      return keys.open(request.file, request.password, request.forDigests);
    case 'sign':
      return keys.sign(request.index, request.bytes);
    case 'signDigest':
      return keys.signDigest(request.index, request.digest);
  }
}

function reply(message: WorkerAnswer): void {
  postMessage(message);
}

/** Reports unexpected errors as a damaged file, without their message, which may contain the signer's data. */
function toCertificateError(error: unknown): CertificateError {
  if (error instanceof CertificateError) return error;
  return new CertificateError('MALFORMED', error instanceof BerError ? 'damaged' : undefined);
}

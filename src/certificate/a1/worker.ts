/*
 * The worker that opens PKCS#12 files and signs. Keys never leave it: the page gets certificates and
 * signatures.
 */
import { BerError } from '@sign-session/certificates';
import { CertificateError } from '../provider.ts';
import { KeyStore } from './key-store.ts';
import type { WorkerRequest } from '../../support/worker-channel.ts';
import { type KeyResult, type KeyTask, READY } from './worker-messages.ts';

const keys = new KeyStore();

addEventListener('message', ({ data }: MessageEvent<WorkerRequest<KeyTask>>) => void answer(data));
postMessage(READY);

async function answer({ number, task }: WorkerRequest<KeyTask>): Promise<void> {
  const result = await perform(task).catch((error: unknown): KeyResult => {
    const { code, reason } = toCertificateError(error);
    return { kind: 'error', code, reason };
  });
  postMessage({ number, result });
}

async function perform(task: KeyTask): Promise<KeyResult> {
  switch (task.kind) {
    case 'open':
      return { kind: 'opened', file: await keys.open(task.file, task.password) };
    case 'sign':
      return { kind: 'signed', signature: await keys.sign(task.index, task.bytes) };
  }
}

/** Reports unexpected errors as a damaged file, without their message, which may contain the signer's data. */
function toCertificateError(error: unknown): CertificateError {
  if (error instanceof CertificateError) return error;
  return new CertificateError('MALFORMED', error instanceof BerError ? 'damaged' : undefined);
}

/** The sealing thread: see sealing-thread.ts. It gets the sealing identity when it starts. */
import { parentPort, workerData } from 'node:worker_threads';
import { type SealingIdentity, signAttached } from '../cms/signed-data.ts';
import { sealDocument, sealEvidencePage, sealForAll, type SealedDocument } from '../pdf/seal-document.ts';
import { UnsealableDocumentError } from '../pdf/unsealable-document-error.ts';
import { transferable, type SealingAnswer, type SealingRequest, type SealingTask } from './sealing-task.ts';

const port = parentPort;
if (port === null) throw new TypeError('This file runs as a worker thread.');
const identity: SealingIdentity = workerData;

async function make(task: SealingTask): Promise<SealedDocument> {
  switch (task.kind) {
    case 'document':
      return sealDocument({ ...task, identity });
    case 'evidence-page':
      return { sealed: await sealEvidencePage({ ...task, identity }) };
    case 'document-for-all':
      return { sealed: await sealForAll({ ...task, identity }) };
    case 'pack':
      return { sealed: await signAttached(task.content, identity, task.signingTime) };
  }
}

function sent(error: unknown): Extract<SealingAnswer, { outcome: 'failed' }>['error'] {
  const { name, message, stack } =
    error instanceof Error ? error : new TypeError('A value that is no Error was thrown.');
  return { isAboutDocument: error instanceof UnsealableDocumentError, name, message, stack };
}

async function answer({
  id,
  task,
}: SealingRequest): Promise<{ reply: SealingAnswer; transfer: ArrayBuffer[] }> {
  try {
    const made = await make(task);
    const sealed = transferable(made.sealed);
    const page = made.separateEvidencePage && transferable(made.separateEvidencePage);
    const files = page === undefined ? { sealed } : { sealed, separateEvidencePage: page };
    const transfer = Object.values(files).map(({ buffer }) => buffer);
    return { reply: { id, outcome: 'sealed', made: files }, transfer };
  } catch (error) {
    return { reply: { id, outcome: 'failed', error: sent(error) }, transfer: [] };
  }
}

port.on('message', (request: SealingRequest) => {
  void answer(request).then(({ reply, transfer }) => port.postMessage(reply, transfer));
});

import type { Advance } from '../api/advance.ts';
import type { AdvanceAnswer } from '../api/schemas.ts';
import type { BatchDocuments } from './batch-documents.ts';
import type {
  CertificateSigner,
  CheckedDocument,
  JointSigner,
  AnsweredPreparation,
  PrepareSigning,
} from './certificate-signing.ts';
import type { StepTask, StepWork } from './intents.ts';

type Bytes = Uint8Array<ArrayBuffer>;

/** The documents of a batch that are to be signed. */
export interface BatchToSign {
  readonly documents: BatchDocuments;
  /** Is told which one is being signed, from 0. */
  readonly tell: (index: number) => void;
  /** Given by the certificate's screen, so that its code is loaded only there. */
  readonly prepare: PrepareSigning;
}

/** A document whose signature is prepared and checked. */
interface PreparedDocument {
  readonly position: number;
  readonly prepared: AnsweredPreparation;
  readonly bytes: Bytes;
}

/** Until it is complete: the requests that complete the documents of a batch, or why there are none. */
type Completion = Extract<Advance, { action: 'complete_signing' | 'complete_cloud_signing' }>;

/**
 * Signs the documents of a batch with a key on the signer's device: after one question where its source can, else one
 * after the other. What is signed stays: after a break it goes on with the rest.
 */
export function batchSigning({ chainPems, sign, jointly }: CertificateSigner, batch: BatchToSign): StepWork {
  if (jointly !== undefined) return jointSigning(chainPems, jointly, batch);
  return async (task, signal) => {
    let answer: AdvanceAnswer | undefined;
    for (const index of await unsigned(batch, task, signal)) {
      const ready = await prepareDocument(index, byKey(chainPems), { task, batch, signal });
      if (ready === undefined || 'refusal' in ready) return ready?.refusal ?? answer;
      const { position: documentPosition, prepared, bytes } = ready;
      const rawSignatureBase64 = await sign(prepared.preparation, bytes, signal);
      if (rawSignatureBase64 === undefined) return answer;
      const { signatureRequestId } = prepared;
      const body = {
        action: 'complete_signing',
        signatureRequestId,
        rawSignatureBase64,
        documentPosition,
      } as const;
      answer = await task.client.advance(task.step, body, signal);
      if (hasFailed(answer, task)) return answer;
    }
    return answer;
  };
}

/** All are prepared and checked before the signer is asked, once, and then completed. */
function jointSigning(chainPems: readonly string[], jointly: JointSigner, batch: BatchToSign): StepWork {
  return async (task, signal) => {
    const checked: (CheckedDocument & { signatureRequestId: string; documentPosition: number })[] = [];
    for (const index of await unsigned(batch, task, signal)) {
      const ready = await prepareDocument(index, byKey(chainPems), { task, batch, signal });
      if (ready === undefined || 'refusal' in ready) return ready?.refusal;
      const { position: documentPosition, prepared } = ready;
      const { signatureRequestId } = prepared;
      const bytes = await jointly.check(prepared.preparation, ready.bytes, signal);
      if (bytes === undefined) return undefined;
      const label = batch.documents.all[index]?.title ?? '';
      checked.push({ bytes, label, signatureRequestId, documentPosition });
    }
    const signatures = await jointly.sign(checked, signal);
    if (signatures === undefined) return undefined;
    const requests = checked.map(
      ({ signatureRequestId, documentPosition }, index) =>
        ({
          action: 'complete_signing',
          signatureRequestId,
          rawSignatureBase64: signatures[index] ?? '',
          documentPosition,
        }) as const,
    );
    return complete(requests, task, batch, signal);
  };
}

/**
 * Signs the documents of a batch by the certificate that a provider keeps: all are prepared and checked first, since
 * they are signed at once.
 *
 * @param check whether what was prepared is the document's signature by that certificate; if not, the signer was told why.
 * @param confirm takes the place of signing, once all are checked: where the signer has to authorise them yet.
 */
export function cloudBatchSigning(
  check: (prepared: AnsweredPreparation, shown: Bytes, signal: AbortSignal) => Promise<boolean | undefined>,
  confirm: StepWork | undefined,
  batch: BatchToSign,
): StepWork {
  return async (task, signal) => {
    const requests: Completion[] = [];
    for (const index of await unsigned(batch, task, signal)) {
      const ready = await prepareDocument(index, inCloud, { task, batch, signal });
      if (ready === undefined || 'refusal' in ready) return ready?.refusal;
      const { position: documentPosition, prepared, bytes } = ready;
      if ((await check(prepared, bytes, signal)) !== true) return undefined;
      const { signatureRequestId } = prepared;
      requests.push({ action: 'complete_cloud_signing', signatureRequestId, documentPosition });
    }
    return confirm?.(task, signal) ?? complete(requests, task, batch, signal);
  };
}

/** Stops at the first that fails: the others would, too, and some failures cost attempts. @returns the last answer */
async function complete(
  requests: readonly Completion[],
  task: StepTask,
  batch: BatchToSign,
  signal: AbortSignal,
): Promise<AdvanceAnswer | undefined> {
  let answer: AdvanceAnswer | undefined;
  for (const request of requests) {
    batch.tell((request.documentPosition ?? 1) - 1);
    answer = await task.client.advance(task.step, request, signal);
    if (hasFailed(answer, task)) return answer;
  }
  return answer;
}

/** Whether the service says that the signature was refused, or that nothing more comes of the authorisation. */
function hasFailed({ session }: AdvanceAnswer, { step }: StepTask): boolean {
  const now = session?.steps.find(({ stepId }) => stepId === step.stepId);
  return now?.error !== undefined || session?.cloud?.authorization?.status === 'failed';
}

const byKey = (certificateChainPems: readonly string[]) => (documentPosition: number) =>
  ({ action: 'prepare_signing', certificateChainPems, documentPosition }) as const;

const inCloud = (documentPosition: number) =>
  ({ action: 'prepare_cloud_signing', documentPosition }) as const;

/** The places in the list of those that are not signed yet, as the service has it now. */
async function unsigned({ documents }: BatchToSign, task: StepTask, signal: AbortSignal): Promise<number[]> {
  await documents.reading(false)(task, signal);
  return documents.all.flatMap(({ isSigned }, index) => (isSigned ? [] : [index]));
}

/** Undefined where its bytes are not those of the list, or do not load: the list says so. */
async function prepareDocument(
  index: number,
  content: (documentPosition: number) => Advance,
  { task, batch, signal }: { task: StepTask; batch: BatchToSign; signal: AbortSignal },
): Promise<PreparedDocument | { readonly refusal: AdvanceAnswer } | undefined> {
  batch.tell(index);
  const bytes = await batch.documents.bytesOf(index, signal);
  if (bytes === undefined) return undefined;
  const position = index + 1;
  const prepared = await batch.prepare(content(position), task, signal, bytes);
  return 'refusal' in prepared ? prepared : { position, prepared, bytes };
}

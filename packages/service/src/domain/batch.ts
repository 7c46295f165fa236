import { hashOf } from './sha256.ts';
import type { Session, SessionDocument } from './session.ts';
import type { DigitalSignature, Step } from './step.ts';

/** How many documents one session may be about, and their size together in bytes. */
export const BATCH = { fewest: 2, most: 500, bytes: 100 * 1024 * 1024 } as const;

/** A document of a batch. */
export interface BatchDocument extends SessionDocument {
  /** From 1, in the order of the request. */
  readonly position: number;
  /** What the signer reads in the list. */
  readonly title: string;
}

/** Where a document stands in its batch, as its evidence says it. */
export interface BatchPlace {
  readonly batchId: string;
  /** From 1. */
  readonly position: number;
  /** The number of documents. */
  readonly total: number;
  readonly documentsHash: string;
}

/**
 * The hash of an ordered list of documents: SHA-256 of their hashes, each as `sha256:` and hex with a line feed
 * behind it. `sha256sum` gives the same of a text file with one hash a line.
 */
export function listHash(hashes: readonly string[]): string {
  return hashOf(hashes.map(hash => `${hash}\n`).join(''));
}

/** @throws Error for a session about one document */
export function placeOf({ batch }: Session, { position }: BatchDocument): BatchPlace {
  if (batch === undefined) throw new Error('The session has no batch.');
  const { batchId, total, documentsHash } = batch;
  return { batchId, position, total, documentsHash };
}

/**
 * The session as it is about one document of its batch, for that document's evidence: with the part of the acceptance
 * that is about it, and its own signature by certificate.
 */
export function sessionAbout(
  session: Session,
  { position, ...document }: BatchDocument,
  digitalSignature?: DigitalSignature | null,
): Session {
  const steps = session.steps
    .map(step => stepAbout(step, document, position))
    .map(step =>
      step.result?.digitalSignature && digitalSignature ? signedStep(step, digitalSignature) : step,
    );
  return { ...session, document, steps };
}

function signedStep(step: Step, digitalSignature: DigitalSignature): Step {
  return { ...step, result: { ...step.result, digitalSignature } };
}

function stepAbout(step: Step, { hash }: SessionDocument, position: number): Step {
  const click = step.result?.click;
  if (click?.acceptedDocuments === undefined) return step;
  const { acceptedDocuments, ...rest } = click;
  const documentView = acceptedDocuments[position - 1]?.documentView;
  const about = {
    ...rest,
    acceptedDocumentHash: hash,
    documentHashConfirmed: true,
    documentHash: hash,
    ...(documentView && { documentView }),
  };
  return { ...step, result: { ...step.result, click: about } };
}

/** What was begun in a session and waits to be completed: the camera's attempt, and signatures that were prepared. */
import { MOST_LIVENESS_STARTS } from '../../session-rules/src/index.ts';

/** The camera's attempts. Only the newest can be completed, and once. */
export class LivenessAttempts {
  #starts = 0;
  #open: string | undefined;

  /** The session has started the camera too often. */
  get isExhausted(): boolean {
    return this.#starts >= MOST_LIVENESS_STARTS;
  }

  /** @returns the attempt's id */
  start(): string {
    this.#starts += 1;
    this.#open = numbered('liv_fake', this.#starts);
    return this.#open;
  }

  /** Of a completion without an id, that it is for the open attempt, is taken for granted. */
  isOpen(livenessSessionId: unknown): boolean {
    return livenessSessionId === undefined || livenessSessionId === this.#open;
  }

  close(): void {
    this.#open = undefined;
  }
}

/** Signatures that were prepared, by the position of the document, from 1. */
export class PreparedSignatures {
  readonly #requests = new Map<number, { readonly id: string; readonly pem: string | undefined }>();
  #count = 0;

  /**
   * Takes the place of what was prepared for the document, and of what another certificate was to sign.
   * @param signed the positions of documents that are signed; what was prepared for these stays
   * @returns the request's id
   */
  put(position: number, pem: string | undefined, signed: ReadonlySet<number>): string {
    for (const [other, request] of this.#requests)
      if (request.pem !== pem && !signed.has(other)) this.#requests.delete(other);
    this.#count += 1;
    const id = numbered('sig_fake', this.#count);
    this.#requests.set(position, { id, pem });
    return id;
  }

  /** Of a completion without an id, that it is for what was prepared, is taken for granted. */
  isNewest(position: number, signatureRequestId: unknown): boolean {
    return signatureRequestId === undefined || this.#requests.get(position)?.id === signatureRequestId;
  }

  /** After a refusal. @param signed the positions of documents that are signed; what was prepared for these stays */
  dropUnsigned(signed: ReadonlySet<number>): void {
    for (const position of this.#requests.keys()) if (!signed.has(position)) this.#requests.delete(position);
  }
}

const numbered = (id: string, number: number): string => (number === 1 ? id : `${id}_${number}`);

/** The address of the document's own bytes, for a download: made when first asked for, one at a time. */
export class DownloadLink {
  #bytes: Uint8Array<ArrayBuffer> | undefined;
  #url: string | undefined;

  href(bytes: Uint8Array<ArrayBuffer>): string {
    if (this.#url !== undefined && bytes === this.#bytes) return this.#url;
    this.revoke();
    this.#bytes = bytes;
    this.#url = URL.createObjectURL(new Blob([bytes], { type: 'application/pdf' }));
    return this.#url;
  }

  /** Lets go of the bytes. */
  revoke(): void {
    if (this.#url !== undefined) URL.revokeObjectURL(this.#url);
    this.#url = undefined;
    this.#bytes = undefined;
  }
}

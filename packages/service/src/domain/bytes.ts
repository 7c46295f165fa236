/** The bytes of base64, skipping line breaks and everything else that is none, as Node does. */
export function fromBase64(text: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(Buffer.from(text, 'base64'));
}

/** @see jpeg-scan.mjs */
export function isWholeJpeg(data: Uint8Array): boolean;

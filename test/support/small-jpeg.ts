const word = (value: number): number[] => [value >> 8, value & 0xff];

/**
 * A JPEG by its outline: a frame header of this size and a scan, without tables. Whoever reads segments takes it,
 * nobody can draw it.
 *
 * @param filling two with different fillings are different files
 */
export function outlineJpeg(width: number, height: number, filling = 0): Uint8Array<ArrayBuffer> {
  const frame = [0xff, 0xc0, 0, 11, 8, ...word(height), ...word(width), 1, 1, 0x11, 0];
  const scan = [0xff, 0xda, 0, 8, 1, 1, 0, 0, 63, 0, filling];
  return Uint8Array.from([0xff, 0xd8, ...frame, ...scan, 0xff, 0xd9]);
}

/** A block has so many coefficients. */
export const COEFFICIENTS = 64;

/** What a picture is made of: brightness, a colour. */
export interface Component {
  readonly id: number;
  /** Blocks of it where the coarsest component has one, in both directions. */
  readonly across: number;
  readonly down: number;
  /** How many bits of each coefficient have not come yet; one number for all where they come at once. */
  missing: number[];
}

export interface JpegFrame {
  readonly width: number;
  /** Pixels; 0 where it is told after the data. */
  readonly height: number;
  readonly isProgressive: boolean;
  readonly components: readonly Component[];
}

/** @param segment of an SOF marker (ITU-T T.81, B.2.2) */
export function readFrame(segment: Uint8Array, isProgressive: boolean): JpegFrame {
  const byte = (at: number): number => segment[at] ?? 0;
  const components = Array.from({ length: byte(5) }, (_, index) => {
    const sampling = byte(7 + index * 3);
    const missing = Array<number>(isProgressive ? COEFFICIENTS : 1).fill(Infinity);
    return { id: byte(6 + index * 3), across: sampling >> 4, down: sampling & 15, missing };
  });
  const [height, width] = [byte(1) * 256 + byte(2), byte(3) * 256 + byte(4)];
  return { height, width, isProgressive, components };
}

/** Whether all of a picture has come. */
export function hasAll({ components }: JpegFrame): boolean {
  return components.every(({ missing }) => missing.every(bits => bits === 0));
}

/**
 * How many units a scan of these components has. One of several goes by the blocks of all that cover the same place,
 * one of a single component by its own (A.2).
 */
export function unitsOf(components: readonly Component[], frame: JpegFrame): number {
  const { width, height } = frame;
  const across = Math.max(...frame.components.map(one => one.across));
  const down = Math.max(...frame.components.map(one => one.down));
  const [only, ...others] = components;
  if (only === undefined || others.length > 0) {
    return Math.ceil(width / (8 * across)) * Math.ceil(height / (8 * down));
  }
  const columns = Math.ceil(Math.ceil((width * only.across) / across) / 8);
  return columns * Math.ceil(Math.ceil((height * only.down) / down) / 8);
}

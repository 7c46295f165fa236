/** What a JPEG of one colour is to be like, so that each of its codes is a single bit. */
export interface CodedJpeg {
  readonly width: number;
  readonly height: number;
  /** Of each component, how many blocks across and down a unit has. */
  readonly sampling?: ReadonlyArray<readonly [across: number, down: number]>;
  /** Units from one restart marker to the next; 0 for none. */
  readonly restartInterval?: number;
  /** A scan for all the first coefficients, then two for each component's others: coarse, and their last bit. */
  readonly progressive?: boolean;
}

const word = (value: number): number[] => [value >> 8, value & 0xff];

const segment = (marker: number, ...data: readonly number[]): number[] => [
  0xff,
  marker,
  ...word(data.length + 2),
  ...data,
];

/** The one code, a single 0, stands for this value. */
const table = (key: number, value: number): number[] =>
  segment(0xc4, key, 1, ...Array<number>(15).fill(0), value);

/**
 * A JPEG's pieces, for tests to leave some out: its headers, then each scan's header and data, then its end.
 */
export function codedJpeg(jpeg: CodedJpeg): {
  readonly headers: number[];
  readonly scans: number[][];
  readonly end: number[];
} {
  const { width, height, sampling = [[1, 1]], restartInterval = 0, progressive = false } = jpeg;
  const components = sampling.flatMap(([across, down], index) => [index + 1, across * 16 + down, 0]);
  const headers = [
    0xff,
    0xd8,
    ...segment(0xdb, 0, ...Array<number>(64).fill(1)),
    ...segment(progressive ? 0xc2 : 0xc0, 8, ...word(height), ...word(width), sampling.length, ...components),
    ...table(0, 0),
    ...table(16, 0),
    ...segment(0xdd, ...word(restartInterval)),
  ];
  const blocks = sampling.length === 1 ? 1 : sampling.reduce((sum, [across, down]) => sum + across * down, 0);
  const all = sampling.map((_, index) => index);
  const units = unitsOf(jpeg, all);
  const data = (count: number, bits: number) => codes(count, bits, restartInterval);
  const scan = (of: readonly number[], ...range: readonly number[]) =>
    segment(0xda, of.length, ...of.flatMap(index => [index + 1, 0]), ...range);
  if (!progressive)
    return { headers, scans: [[...scan(all, 0, 63, 0), ...data(units, 2 * blocks)]], end: [0xff, 0xd9] };
  const rest = all.flatMap(index => [
    [...scan([index], 1, 63, 0x01), ...data(unitsOf(jpeg, [index]), 1)],
    [...scan([index], 1, 63, 0x10), ...data(unitsOf(jpeg, [index]), 1)],
  ]);
  return { headers, scans: [[...scan(all, 0, 0, 0), ...data(units, blocks)], ...rest], end: [0xff, 0xd9] };
}

function unitsOf({ width, height, sampling = [[1, 1]] }: CodedJpeg, of: readonly number[]): number {
  const most = [0, 1].map(side => Math.max(...sampling.map(one => one[side] ?? 1)));
  const [across = 1, down = 1] = most;
  if (of.length > 1) return Math.ceil(width / (8 * across)) * Math.ceil(height / (8 * down));
  const [ownAcross, ownDown] = sampling[of[0] ?? 0] ?? [1, 1];
  return Math.ceil((width * ownAcross) / across / 8) * Math.ceil((height * ownDown) / down / 8);
}

/** Noughts for each unit, padded with ones; no byte of it can be mistaken for a marker. */
function codes(units: number, bits: number, restartInterval: number): number[] {
  const each = restartInterval === 0 ? units : restartInterval;
  const bytes: number[] = [];
  for (let from = 0; from < units; from += each) {
    if (from > 0) bytes.push(0xff, 0xd0 + ((from / each - 1) % 8));
    const noughts = bits * Math.min(each, units - from);
    for (let whole = 0; whole < Math.floor(noughts / 8); whole += 1) bytes.push(0);
    if (noughts % 8 > 0) bytes.push(0xff >> (noughts % 8));
  }
  return bytes;
}

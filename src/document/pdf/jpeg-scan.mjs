/**
 * Whether a JPEG holds all of the picture that it speaks of (ITU-T T.81). Browsers draw what there is of one whose data
 * stops short, grey or blurred from there, and say nothing. The codes are walked through, nothing is drawn; it takes a
 * fraction of the time of decoding. Plain JavaScript, because pdf.js's worker loads it as it is.
 */

const FRAME_BASELINE = 0xc0;
const FRAME_PROGRESSIVE = 0xc2;
const HUFFMAN_TABLES = 0xc4;
const RESTART_0 = 0xd0;
const RESTART_7 = 0xd7;
const END = 0xd9;
const SCAN = 0xda;
const RESTART_INTERVAL = 0xdd;

/** Of a picture that a browser draws. */
const MOST_COMPONENTS = 4;

/** A code without a value behind it, for as many coefficients. */
const SIXTEEN_NOUGHTS = 0xf0;

/** A block has so many coefficients. */
const COEFFICIENTS = 64;

/**
 * @param {Uint8Array} data from its start-of-image marker on
 * @returns {boolean} whether every block of every component is there. `true` for what no browser draws and what is not
 *   to be told from here: arithmetic coding, lossless, a height that comes after the data. Of a progressive one, every
 *   bit has to have its scan, which its format does not ask for and its writers do; how far those go that make it
 *   only more precise is not looked at. `false`, too, for the standard codes that a file relies on without having them.
 */
export function isWholeJpeg(data) {
  const tables = new Map();
  let frame;
  let restartInterval = 0;
  let at = 2;
  while (at + 4 <= data.length) {
    const marker = data[at + 1];
    if (data[at] !== 0xff || marker === 0xff) {
      at += 1;
      continue;
    }
    at += 2;
    if (marker === END) break;
    if (isAlone(marker)) continue;
    const length = data[at] * 256 + data[at + 1];
    if (!(length >= 2)) break;
    const segment = data.subarray(at + 2, at + length);
    at += length;
    if (marker === HUFFMAN_TABLES) readTables(segment, tables);
    else if (marker === RESTART_INTERVAL) restartInterval = segment[0] * 256 + segment[1];
    else if (isFrame(marker)) {
      if (marker > FRAME_PROGRESSIVE) return true;
      if (frame !== undefined || segment[5] > MOST_COMPONENTS) return false;
      frame = readFrame(segment, marker === FRAME_PROGRESSIVE);
      if (frame.height === 0) return true;
      if (frame.components.some(({ across, down }) => !(across > 0 && down > 0))) return false;
    } else if (marker === SCAN) {
      const scan = frame && readScan(segment, frame, tables);
      if (scan === undefined) return false;
      const end = scan.walk === undefined ? at : endOfScan(data, at, scan, restartInterval);
      if (end === undefined) return false;
      at = end;
    }
  }
  return frame?.components.every(({ missing }) => missing.every(bits => bits === 0)) ?? false;
}

/** A marker without a segment, or a byte of data that looks like one. */
function isAlone(marker) {
  return marker <= 0x01 || (marker >= RESTART_0 && marker <= 0xd8);
}

function isFrame(marker) {
  return marker >= FRAME_BASELINE && marker <= 0xcf && ![HUFFMAN_TABLES, 0xc8, 0xcc].includes(marker);
}

/**
 * Tables by which the next 16 bits tell a code's length and what it stands for: `length << 8 | value`, 0 for no code
 * (C.2). One of the DC coefficients has its number as key, one of the others 16 more. The room for them is used again
 * and again: a page may have thousands of pictures.
 */
function readTables(segment, tables) {
  let at = 0;
  while (at + 17 <= segment.length) {
    // Two classes of four, as there are no others.
    const key = segment[at] & 0x13;
    const counts = segment.subarray(at + 1, at + 17);
    at += 17;
    const table = roomFor(key).fill(0);
    let code = 0;
    for (const [index, count] of counts.entries()) {
      const free = 15 - index;
      for (let nth = 0; nth < count; nth += 1) {
        table.fill(((index + 1) << 8) | (segment[at] ?? 0), code << free, (code + 1) << free);
        at += 1;
        code += 1;
      }
      code *= 2;
    }
    tables.set(key, table);
  }
}

const rooms = new Map();

function roomFor(key) {
  const room = rooms.get(key) ?? new Uint16Array(65_536);
  rooms.set(key, room);
  return room;
}

function readFrame(segment, isProgressive) {
  const [height, width] = [segment[1] * 256 + segment[2], segment[3] * 256 + segment[4]];
  const components = Array.from({ length: segment[5] }, (_, index) => {
    const [id, sampling] = segment.subarray(6 + index * 3);
    // How many bits of each coefficient; all of them come at once where it is not progressive.
    const missing = Array(isProgressive ? COEFFICIENTS : 1).fill(Infinity);
    return { id, across: sampling >> 4, down: sampling & 15, missing };
  });
  return { height, width, isProgressive, components };
}

/**
 * What a scan holds: how many units, and how to walk through one; without `walk` where only precision is added.
 * `undefined` where it makes no sense.
 */
function readScan(segment, frame, tables) {
  const count = segment[0];
  if (!(count > 0 && count <= MOST_COMPONENTS)) return undefined;
  // Some files have the same id for several.
  const free = new Set(frame.components);
  const parts = Array.from({ length: count }, (_, index) => {
    const [id, used] = segment.subarray(1 + index * 2);
    const component = [...free].find(one => one.id === id);
    free.delete(component);
    return { component, dc: tables.get(used >> 4), ac: tables.get(16 + (used & 15)) };
  });
  if (parts.some(({ component }) => component === undefined)) return undefined;
  const [first, last, precision] = segment.subarray(1 + count * 2);
  const units = unitsOf(
    parts.map(({ component }) => component),
    frame,
  );
  if (!frame.isProgressive) {
    for (const { component } of parts) component.missing[0] = 0;
    return { units, walk: walkAll(blocksOf(parts, count)) };
  }
  if (!(first <= last && last < COEFFICIENTS) || (first === 0 ? last > 0 : count > 1)) return undefined;
  const [before, after] = [precision >> 4, precision & 15];
  for (const { component } of parts) {
    component.missing = component.missing.map((bits, coefficient) => {
      const adds = coefficient >= first && coefficient <= last && (before === 0 || bits === before);
      return adds ? after : bits;
    });
  }
  if (before > 0) return { units, walk: undefined };
  return {
    units,
    walk: first === 0 ? walkFirst(blocksOf(parts, count)) : walkRest(parts[0].ac, first, last),
  };
}

/** Scans of several components go by the blocks of all that cover the same place, others by their own (A.2). */
function unitsOf(components, { width, height, components: all }) {
  const across = Math.max(...all.map(one => one.across));
  const down = Math.max(...all.map(one => one.down));
  if (components.length > 1) return Math.ceil(width / (8 * across)) * Math.ceil(height / (8 * down));
  const [{ across: ownAcross, down: ownDown }] = components;
  const columns = Math.ceil(Math.ceil((width * ownAcross) / across) / 8);
  return columns * Math.ceil(Math.ceil((height * ownDown) / down) / 8);
}

/** The parts of a unit's blocks, one after the other. */
function blocksOf(parts, count) {
  if (count === 1) return parts;
  return parts.flatMap(part => Array(part.component.across * part.component.down).fill(part));
}

/** Each of these takes a unit's bits, and answers how many units they were, or 0 where there is no such code. */
function walkAll(blocks) {
  return bits => {
    for (const { dc, ac } of blocks) {
      if (dc === undefined || ac === undefined) return 0;
      const size = bits.code(dc);
      if (size < 0) return 0;
      bits.skip(size & 15);
      for (let coefficient = 1; coefficient < COEFFICIENTS; coefficient += 1) {
        const code = bits.code(ac);
        if (code < 0) return 0;
        // All others are noughts from here.
        if ((code & 15) === 0 && code !== SIXTEEN_NOUGHTS) break;
        coefficient += code >> 4;
        bits.skip(code & 15);
      }
    }
    return 1;
  };
}

function walkFirst(blocks) {
  return bits => {
    for (const { dc } of blocks) {
      const size = dc === undefined ? -1 : bits.code(dc);
      if (size < 0) return 0;
      bits.skip(size & 15);
    }
    return 1;
  };
}

/** A code may end the bands of many blocks at once (G.1.2.2). */
function walkRest(ac, first, last) {
  return bits => {
    if (ac === undefined) return 0;
    for (let coefficient = first; coefficient <= last; coefficient += 1) {
      const code = bits.code(ac);
      if (code < 0) return 0;
      const zeros = code >> 4;
      if ((code & 15) === 0 && zeros < 15) return 2 ** zeros + bits.take(zeros);
      coefficient += zeros;
      bits.skip(code & 15);
    }
    return 1;
  };
}

/** Where a scan's data ends that begins there; `undefined` where it ends before all of its units. */
function endOfScan(data, start, { units, walk }, restartInterval) {
  const bits = new Bits(data, start);
  for (let left = units; left > 0;) {
    let untilRestart = restartInterval > 0 ? Math.min(restartInterval, left) : left;
    left -= untilRestart;
    while (untilRestart > 0) {
      const walked = walk(bits);
      if (walked === 0 || bits.areOver) return undefined;
      untilRestart -= walked;
    }
    if (left > 0 && !bits.restart()) return undefined;
  }
  return bits.at;
}

/** The bits of a scan, up to its next marker; there is no end of noughts behind it. */
class Bits {
  #data;
  #at;
  /** As many bits as there are, the last read at the right. */
  #bits = 0;
  #count = 0;
  /** How many of them there are not. */
  #over = 0;

  constructor(data, at) {
    this.#data = data;
    this.#at = at;
  }

  /** Where the marker is, once all has been taken; before, a little further than what has been. */
  get at() {
    return this.#at;
  }

  /** Whether more has been taken than there is. */
  get areOver() {
    return this.#count < this.#over;
  }

  /** What the next code stands for; −1 where it is none. */
  code(table) {
    this.#fill();
    const found = table[(this.#bits >> (this.#count - 16)) & 0xffff];
    this.#count -= found >> 8;
    return found === 0 ? -1 : found & 0xff;
  }

  /** At most 16. */
  skip(count) {
    if (this.#count < count) this.#fill();
    this.#count -= count;
  }

  take(count) {
    this.#fill();
    this.#count -= count;
    return (this.#bits >> this.#count) & ((1 << count) - 1);
  }

  /** Goes on behind the next restart marker. @returns whether there is one */
  restart() {
    const data = this.#data;
    while (this.#at < data.length && !this.#isAtMarker()) this.#at += 1;
    const marker = data[this.#at + 1] ?? 0;
    this.#at += 2;
    this.#count = 0;
    this.#over = 0;
    return marker >= RESTART_0 && marker <= RESTART_7;
  }

  #isAtMarker() {
    const next = this.#data[this.#at + 1];
    return this.#data[this.#at] === 0xff && next !== 0 && next !== 0xff;
  }

  /** At least 17 bits. */
  #fill() {
    const data = this.#data;
    while (this.#count <= 16) {
      const byte = data[this.#at];
      const isData = byte !== undefined && (byte !== 0xff || data[this.#at + 1] === 0);
      this.#bits = ((this.#bits << 8) | (isData ? byte : 0)) & 0xff_ffff;
      this.#count += 8;
      if (isData) this.#at += byte === 0xff ? 2 : 1;
      else this.#over += 8;
    }
  }
}

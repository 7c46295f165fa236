import { randomUUID } from 'node:crypto';
import { mkdir, open, unlink, type FileHandle } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { Problem } from '../domain/problem.ts';
import { Limiter } from '../support/limiter.ts';
import { SettingsError } from '../support/settings-error.ts';

/** Bodies above this many bytes are large. A smaller one is held in memory while it arrives. */
export const LARGE_BODY = 1_000_000;

/** How many bodies, and their size together in bytes. */
interface Bounds {
  readonly count: number;
  readonly bytes: number;
}

export interface LargeBodyLimits {
  /** What one tenant may have on its way. */
  readonly ofTenant: Bounds;
  /** What all may have on their way: the free space that the folder needs. */
  readonly ofAll: Bounds;
  /** The least that has to arrive in every window, by a clock that nobody moves. */
  readonly rate: { readonly bytesPerSecond: number; readonly windowMs: number };
}

const MIB = 1024 * 1024;

/** A tenant may send two of the largest batches at once, and three tenants may do so. */
export const LARGE_BODY_LIMITS: LargeBodyLimits = {
  ofTenant: { count: 64, bytes: 320 * MIB },
  ofAll: { count: 256, bytes: 1024 * MIB },
  rate: { bytesPerSecond: 32_000, windowMs: 30_000 },
};

/** Bodies above the usual size are read and answered one at a time, because each takes several times its size of memory. */
const IN_TURN = { atOnce: 1, waiting: 2, waitMs: 20_000 };

/** Seconds after which a body that is refused may be sent again. */
const RETRY_S = 5;

export interface LargeBodiesOptions {
  /** Where they are until they are whole. Default: the system's folder for temporary files. */
  readonly folder?: string | undefined;
  readonly limits?: Partial<LargeBodyLimits> | undefined;
}

interface IncomingBody {
  readonly stream: ReadableStream<Uint8Array>;
  /** The tenant that sends it. Undefined: somebody without a token. They count as one tenant. */
  readonly owner: string | undefined;
  /** Its length in bytes, if it is stated. */
  readonly length: number | undefined;
  /** The most bytes that it may have. */
  readonly most: number;
  /** Up to which size it is not handled in turn with others, in bytes. */
  readonly usual: number;
}

/** A body above the limit, in bytes. */
export function tooLarge(most: number): Problem {
  return new Problem('payload-too-large', `The body is more than ${most} bytes.`);
}

/**
 * Large bodies that are on their way. Until one is whole it is in a file without a name: who sends slowly takes neither
 * memory nor the turn of others, and nothing is left when the process is killed.
 */
export class LargeBodies {
  readonly #folder: string;
  readonly #limits: LargeBodyLimits;
  readonly #inTurn = new Limiter(IN_TURN);
  /** What is on its way, by owner. */
  readonly #underWay = new Map<string | undefined, Bounds>();

  constructor({ folder = os.tmpdir(), limits }: LargeBodiesOptions = {}) {
    this.#folder = folder;
    this.#limits = { ...LARGE_BODY_LIMITS, ...limits };
  }

  /**
   * Receives a body and then lets `work` have its bytes; one above the usual size in its turn.
   * @throws Problem `payload-too-large`; `request-timeout` if it comes too slowly; `service-unavailable` at once if too
   *   much is on its way. TooBusyError if those before it took too long. What the stream and `work` throw.
   */
  async receive(body: IncomingBody, work: (bytes: ArrayBuffer) => Promise<void>): Promise<void> {
    const closings: (() => unknown)[] = [];
    const close = async () => {
      for (const closing of closings.splice(0).toReversed()) await closing();
    };
    try {
      const { size, read } = await this.#collect(body, closings);
      const act = async () => {
        const bytes = await read();
        await close();
        await work(bytes);
      };
      await (size > body.usual ? this.#inTurn.run(act, { owner: body.owner ?? '' }) : act());
    } finally {
      await close();
    }
  }

  /** Reads the stream to its end, from its first large byte on into a file. */
  async #collect(
    { stream, owner, length, most }: IncomingBody,
    closings: (() => unknown)[],
  ): Promise<{ size: number; read: () => Promise<ArrayBuffer> }> {
    const reader = stream.getReader();
    const parts: Uint8Array[] = [];
    let size = 0;
    let file: UnnamedFile | undefined;
    const pace = new Pace(this.#limits.rate, () => void reader.cancel().catch(() => undefined));
    /** Counts the most that it may become, so that a body that was let in always fits. */
    const openFile = async (bytes: number): Promise<UnnamedFile> => {
      closings.push(this.#count(owner, bytes));
      const opened = await UnnamedFile.open(this.#folder);
      closings.push(() => opened.close());
      pace.start();
      closings.push(() => pace.stop());
      return opened;
    };
    if (length !== undefined && length > LARGE_BODY) file = await openFile(length);
    for (;;) {
      const { done, value } = await reader.read();
      if (pace.isTooSlow) throw tooSlow(this.#limits.rate);
      if (done) break;
      size += value.length;
      pace.add(value.length);
      if (size > most) throw tooLarge(most);
      parts.push(value);
      if (file === undefined && size > LARGE_BODY) file = await openFile(most);
      if (file !== undefined) for (const part of parts.splice(0)) await file.append(part);
    }
    pace.stop();
    return { size, read: async () => (file === undefined ? joined(parts) : file.read()) };
  }

  /** Counts a body until what it returns is called. */
  #count(owner: string | undefined, bytes: number): () => void {
    const { ofTenant, ofAll } = this.#limits;
    if (!fits(this.#underWay.get(owner), bytes, ofTenant)) throw tooMuch('Too many of your large requests');
    if (!fits(sumOf(this.#underWay.values()), bytes, ofAll)) throw tooMuch('Too many large requests');
    this.#add(owner, { count: 1, bytes });
    return () => this.#add(owner, { count: -1, bytes: -bytes });
  }

  #add(owner: string | undefined, change: Bounds): void {
    const sum = sumOf([this.#underWay.get(owner) ?? NOTHING, change]);
    if (sum.count === 0) this.#underWay.delete(owner);
    else this.#underWay.set(owner, sum);
  }
}

const NOTHING: Bounds = { count: 0, bytes: 0 };

function sumOf(all: Iterable<Bounds>): Bounds {
  let { count, bytes } = NOTHING;
  for (const each of all) {
    count += each.count;
    bytes += each.bytes;
  }
  return { count, bytes };
}

const fits = (present: Bounds = NOTHING, bytes: number, most: Bounds): boolean =>
  present.count < most.count && present.bytes + bytes <= most.bytes;

/** The body is not read: the connection is closed, so that it is not sent for nothing. */
const tooMuch = (what: string): Problem =>
  new Problem('service-unavailable', `${what} are on their way.`, {
    headers: { 'Retry-After': String(RETRY_S), Connection: 'close' },
  });

const tooSlow = ({ bytesPerSecond, windowMs }: LargeBodyLimits['rate']): Problem =>
  new Problem(
    'request-timeout',
    `The body came slower than ${bytesPerSecond / 1000} kB a second for ${windowMs / 1000} s.`,
  );

function joined(parts: readonly Uint8Array[]): ArrayBuffer {
  const whole = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole.buffer;
}

/** Looks whether enough arrived in the last window. */
class Pace {
  readonly #least: number;
  readonly #windowMs: number;
  readonly #onTooSlow: () => void;
  #timer: NodeJS.Timeout | undefined;
  #received = 0;
  /** What had been received at which time, the oldest first: one before the window, and those in it. */
  #marks: { readonly at: number; readonly received: number }[] = [];
  isTooSlow = false;

  constructor({ bytesPerSecond, windowMs }: LargeBodyLimits['rate'], onTooSlow: () => void) {
    this.#least = (bytesPerSecond * windowMs) / 1000;
    this.#windowMs = windowMs;
    this.#onTooSlow = onTooSlow;
  }

  start(): void {
    this.#look();
    this.#timer = setInterval(() => this.#look(), this.#windowMs / 30).unref();
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  add(bytes: number): void {
    this.#received += bytes;
  }

  #look(): void {
    const now = performance.now();
    this.#marks.push({ at: now, received: this.#received });
    const begin = now - this.#windowMs;
    const first = this.#marks.findLastIndex(({ at }) => at <= begin);
    if (first === -1) return;
    this.#marks = this.#marks.slice(first);
    if (this.#received - (this.#marks[0]?.received ?? 0) >= this.#least) return;
    this.isTooSlow = true;
    this.stop();
    this.#onTooSlow();
  }
}

/** A file that no folder lists: the system frees it when it is closed, or the process ends, however that happens. */
class UnnamedFile {
  readonly #handle: FileHandle;
  #size = 0;

  private constructor(handle: FileHandle) {
    this.#handle = handle;
  }

  static async open(folder: string): Promise<UnnamedFile> {
    const name = path.join(folder, `.body-${randomUUID()}`);
    const handle = await open(name, 'wx+', 0o600);
    try {
      await unlink(name);
    } catch (error) {
      await handle.close();
      throw error;
    }
    return new UnnamedFile(handle);
  }

  async append(bytes: Uint8Array): Promise<void> {
    for (let at = 0; at < bytes.length;) {
      const { bytesWritten } = await this.#handle.write(bytes, at, bytes.length - at, this.#size);
      at += bytesWritten;
      this.#size += bytesWritten;
    }
  }

  async read(): Promise<ArrayBuffer> {
    const whole = new Uint8Array(this.#size);
    for (let at = 0; at < whole.length;) {
      const { bytesRead } = await this.#handle.read(whole, at, whole.length - at, at);
      if (bytesRead === 0) throw new Error('The file has become shorter.');
      at += bytesRead;
    }
    return whole.buffer;
  }

  close(): Promise<void> {
    return this.#handle.close();
  }
}

/**
 * Makes the folder of large bodies, and tries it, so that a start tells what the first large body would.
 * @throws SettingsError
 */
export async function openBodyFolder(folder: string): Promise<void> {
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await (await UnnamedFile.open(folder)).close();
  } catch (cause) {
    const what =
      'Requests above 1 MB are kept there until they are whole: set DATA_DIR to a folder for them.';
    throw new SettingsError(`The folder ${folder} cannot be written to. ${what}`, { cause });
  }
}

import { execFile } from 'node:child_process';
import type { TestRunnerPlugin } from '@web/test-runner';
import { z } from 'zod';

/** A page to be drawn: the file in base64, the page from 1, the picture's size in pixels. */
export interface PopplerRequest {
  readonly pdf: string;
  readonly page: number;
  readonly width: number;
  readonly height: number;
  /** For a file that opens with one only. */
  readonly password?: string;
}

/** A PNG in base64; without it Poppler is not installed. */
export interface PopplerAnswer {
  readonly png?: string;
}

const PICTURE_LIMIT_BYTES = 64 * 1024 * 1024;

const failureSchema = z.object({ code: z.literal('ENOENT') });

/** Server side of `popplerPicture` (runner-page.ts). */
export function popplerCommand(): TestRunnerPlugin<PopplerRequest> {
  return {
    name: 'sign-session-poppler',
    async executeCommand({ command, payload }): Promise<PopplerAnswer | undefined> {
      if (command !== 'sign-session-poppler' || payload === undefined) return undefined;
      const png = await drawAsTurned(payload);
      return png === undefined ? {} : { png: png.toString('base64') };
    },
  };
}

/** `pdftoppm` takes the size of the page before it is turned. */
async function drawAsTurned(request: PopplerRequest): Promise<Buffer | undefined> {
  const { width, height } = request;
  const png = await draw(request);
  if (png === undefined || widthOf(png) === width) return png;
  return draw({ ...request, width: height, height: width });
}

/** The PNG's first chunk begins with it. */
function widthOf(png: Buffer): number {
  return png.readUInt32BE(16);
}

/** @returns `undefined` when there is no `pdftoppm`. */
function draw({ pdf, page, width, height, password }: PopplerRequest): Promise<Buffer | undefined> {
  const size = ['-scale-to-x', String(width), '-scale-to-y', String(height)];
  const one = ['-f', String(page), '-l', String(page), '-singlefile'];
  const secret = password === undefined ? [] : ['-upw', password];
  return new Promise((resolve, reject) => {
    const program = execFile(
      'pdftoppm',
      ['-png', '-cropbox', ...one, ...size, ...secret, '-'],
      { encoding: 'buffer', maxBuffer: PICTURE_LIMIT_BYTES },
      (error, picture) => {
        if (error === null) resolve(picture);
        else if (failureSchema.safeParse(error).success) resolve(undefined);
        else reject(error);
      },
    );
    // A program that is not there takes no input; the callback tells.
    program.stdin?.on('error', () => undefined);
    program.stdin?.end(Buffer.from(pdf, 'base64'));
  });
}

/**
 * What an element test can ask of the run it is in (browser side). Keys, mouse and viewport are the
 * runner's own commands: `sendKeys`, `sendMouse`, `setViewport` of `@web/test-runner-commands`.
 */
import { executeServerCommand, sendKeys } from '@web/test-runner-commands';
import type { AccessibleThing, AccessibleThings } from './accessibility-tree.ts';
import type { MediaPreferences } from './media.ts';
import type { PopplerAnswer, PopplerRequest } from './poppler.ts';
import type { ServiceAnswer, ServiceQuestion, ServiceRequest } from './runner-commands.ts';

export type { MediaPreferences } from './media.ts';

/**
 * Makes the browser prefer what `preferences` says until the next call; the next test file starts without.
 *
 * @returns false in a browser that can't (WebKitGTK): skip the test there or set the element's own theme.
 */
export async function emulateMedia(preferences: MediaPreferences): Promise<boolean> {
  const { supported } = await executeServerCommand<{ supported: boolean }, MediaPreferences>(
    'sign-session-media',
    preferences,
  );
  return supported;
}

/**
 * Presses one key or a chord such as `Shift+Tab`, by the names of `KeyboardEvent.key` and `Space`. The runner's
 * own `sendKeys` knows single keys only, and not all by the same name in every browser.
 */
export async function pressKeys(chord: string): Promise<void> {
  const keys = chord.split('+').map(key => (key === 'Space' ? ' ' : key));
  const last = keys.pop() ?? chord;
  for (const down of keys) await sendKeys({ down });
  await sendKeys({ press: last });
  for (const up of keys.toReversed()) await sendKeys({ up });
}

/** What a screen reader finds on the page, in its order; `undefined` in browsers that can't be asked: skip there. */
export async function accessibleThings(): Promise<readonly AccessibleThing[] | undefined> {
  const { things } = await executeServerCommand<{ things: AccessibleThings }, undefined>(
    'sign-session-accessibility',
  );
  return things ?? undefined;
}

/** Writes a picture of the page to `.data/screenshots/<browser>/<name>.png` and answers its path. */
export async function takeScreenshot(name: string): Promise<string> {
  const { file } = await executeServerCommand<{ file: string }, { name: string }>('sign-session-screenshot', {
    name,
  });
  return file;
}

interface Pending {
  pending: true;
}

/** Asks until there is an answer: the service's start, or its work, can take longer than the runner waits for one. */
async function askService<Answer extends object>(
  request: ServiceRequest,
  id = crypto.randomUUID(),
): Promise<Answer> {
  const answer = await executeServerCommand<Answer | Pending, ServiceQuestion>('sign-session-service', {
    ...request,
    id,
  });
  return 'pending' in answer ? askService(request, id) : answer;
}

/**
 * The address of a real local service, one for the whole run, started by the first test that asks.
 * The first answer takes some seconds: ask in a `before` with a longer timeout.
 *
 * @param faces the one that asks for real faces.
 */
export async function liveService(faces = false): Promise<string> {
  return (await askService<{ url: string }>({ faces })).url;
}

/**
 * A request to the live service from outside the page: for what an integrator's server or a developer does,
 * which the service answers to no page (access tokens, making sessions, `/_local`).
 */
export function serviceRequest(request: ServiceRequest & { path: string }): Promise<ServiceAnswer> {
  return askService<ServiceAnswer>(request);
}

/** The bytes of a file in `test/assets`, such as `pdf/own/ok-3pages.pdf`. */
export async function testAsset(path: string): Promise<Uint8Array<ArrayBuffer>> {
  const response = await fetch(`/test/assets/${path}`);
  if (!response.ok) throw new Error(`test/assets/${path}: HTTP ${response.status}`);
  return new Uint8Array(await response.arrayBuffer());
}

/**
 * A page of a PDF as Poppler draws it, a PNG of the size asked for.
 *
 * @returns `undefined` where Poppler is not installed.
 */
export async function popplerPicture(
  bytes: Uint8Array<ArrayBuffer>,
  request: Omit<PopplerRequest, 'pdf'>,
): Promise<Blob | undefined> {
  const pdf = await base64(bytes);
  const { png } = await executeServerCommand<PopplerAnswer, PopplerRequest>('sign-session-poppler', {
    ...request,
    pdf,
  });
  return png === undefined ? undefined : (await fetch(`data:image/png;base64,${png}`)).blob();
}

/** By the browser's own coder: the bytes of a large file are too many arguments for a call. */
function base64(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  const reader = new FileReader();
  return new Promise((resolve, reject) => {
    reader.addEventListener('load', () => {
      if (typeof reader.result === 'string') resolve(reader.result.replace(/^[^,]*,/, ''));
    });
    reader.addEventListener('error', () => reject(reader.error ?? new Error('The bytes can’t be read.')));
    reader.readAsDataURL(new Blob([bytes]));
  });
}

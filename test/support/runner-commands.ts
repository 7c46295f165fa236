import { mkdir, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import type { TestRunnerPlugin } from '@web/test-runner';
import type { MediaPreferences } from './media.ts';
import { isMediaLauncher } from './puppeteer-launchers.ts';
import { startService, type ServiceProcess } from './service-process.ts';
import { setBiometrics } from './set-biometrics.ts';

interface PictureTaker {
  getPage(sessionId: string): { screenshot(): Promise<Uint8Array> };
}

function takesPictures(launcher: object): launcher is PictureTaker {
  return 'getPage' in launcher;
}

/** Server side of `emulateMedia` (runner-page.ts). Answers whether the browser could do it. */
export function mediaCommand(): TestRunnerPlugin<MediaPreferences> {
  return {
    name: 'sign-session-media',
    async executeCommand({ command, payload, session }) {
      if (command !== 'sign-session-media') return undefined;
      if (!isMediaLauncher(session.browser)) return { supported: false };
      await session.browser.setMedia(session.id, payload ?? {});
      return { supported: true };
    },
  };
}

/** Server side of `takeScreenshot` (runner-page.ts): pictures go to `folder`, one sub-folder a browser. */
export function screenshotCommand(folder: string): TestRunnerPlugin<{ name: string }> {
  return {
    name: 'sign-session-screenshot',
    async executeCommand({ command, payload, session }) {
      if (command !== 'sign-session-screenshot') return undefined;
      if (!takesPictures(session.browser)) throw new Error(`${session.browser.name} takes no pictures.`);
      const png = await session.browser.getPage(session.id).screenshot();
      const file = path.join(folder, session.browser.name, `${path.basename(payload?.name ?? 'page')}.png`);
      await mkdir(path.dirname(file), { recursive: true });
      // Whoever waits for the picture finds all of it, and finds it once.
      await writeFile(`${file}.part`, png);
      await rename(`${file}.part`, file);
      return { file };
    },
  };
}

/** A request as a test in a page asks for it. */
export interface ServiceRequest {
  /** Absent: nothing is asked but where the service is. */
  path?: string;
  method?: string;
  headers?: Record<string, string>;
  body?: string;
  /** Of the service that asks for real faces; the other one simulates them. */
  faces?: boolean;
}

/** The same `id` as long as the page waits for the same answer. */
export type ServiceQuestion = ServiceRequest & { id: string };

export interface ServiceAnswer {
  status: number;
  headers: Record<string, string>;
  /** Text; base64 of a file. */
  body: string;
}

async function send(
  base: string,
  address: string,
  { method, headers, body }: ServiceRequest,
): Promise<ServiceAnswer> {
  const response = await fetch(base + address, {
    ...(method !== undefined && { method }),
    // A connection that is kept may be closed by the service just when it is used again.
    headers: { ...headers, Connection: 'close' },
    ...(body !== undefined && { body }),
  });
  const content = Buffer.from(await response.arrayBuffer());
  const isFile = response.headers.has('Content-Disposition');
  return {
    status: response.status,
    headers: Object.fromEntries(response.headers),
    body: content.toString(isFile ? 'base64' : 'utf8'),
  };
}

/** The runner gives a command 20 s; on a busy machine the service needs longer to start, or to make its first certificate. */
const ANSWER_WITHIN_MS = 5_000;

async function startServiceWithFaces(): Promise<ServiceProcess> {
  const service = await startService();
  await setBiometrics(service.url, 'LIVE');
  return service;
}

/**
 * Server side of `liveService` and `serviceRequest` (runner-page.ts): one real service of either kind for the whole
 * run, started when asked for.
 */
export function serviceCommand(): TestRunnerPlugin<ServiceQuestion> {
  let plain: Promise<ServiceProcess> | undefined;
  let withFaces: Promise<ServiceProcess> | undefined;
  const answers = new Map<string, Promise<{ url: string } | ServiceAnswer>>();
  const answer = async (request: ServiceRequest): Promise<{ url: string } | ServiceAnswer> => {
    const { url } = await (request.faces
      ? (withFaces ??= startServiceWithFaces())
      : (plain ??= startService()));
    return request.path === undefined ? { url } : send(url, request.path, request);
  };
  return {
    name: 'sign-session-service',
    async executeCommand({ command, payload }) {
      if (command !== 'sign-session-service' || payload === undefined) return undefined;
      const { id, ...request } = payload;
      const answered = answers.get(id) ?? answer(request);
      answers.set(id, answered);
      const ready = await Promise.race([answered, setTimeout(ANSWER_WITHIN_MS, undefined)]);
      if (ready === undefined) return { pending: true };
      answers.delete(id);
      return ready;
    },
    async serverStop() {
      await Promise.all([plain, withFaces].map(async service => (await service)?.stop()));
    },
  };
}

import path from 'node:path';
import type { Page } from '@playwright/test';
import type { FilmSigner } from '../support/film-signer.ts';
import type { Integrator } from '../support/integrator.ts';
import type { ServiceProcess } from '../support/service-process.ts';
import { expect } from './camera-fixtures.ts';
import type { Example, Served } from './example.ts';
import { serveFolder } from './serve-folder.ts';
import { restricted, type StrictPolicy } from './strict-policy.ts';

/** How an app is served, and what is known of it. */
export interface SigningApp {
  /** Its development server: the script and its arguments, with `PORT` where the port belongs. */
  readonly dev?: readonly [script: string, ...options: string[]];
  /** What it is built to: a folder of files, or a script that serves them, as `dev`. */
  readonly built: string | readonly [script: string, ...options: string[]];
  /** Scripts that check and build. */
  readonly scripts: readonly string[];
  /** See StrictPolicy. */
  readonly trustedTypes?: StrictPolicy['trustedTypes'];
  readonly styles?: StrictPolicy['styles'];
  /** The widget is a script of the service's, not a package. */
  readonly usesScriptTag?: boolean;
  /** Where the camera's two files come from. */
  readonly cameraFrom: 'page' | 'service';
}

/** Who signs, and with what. */
export interface Signing {
  readonly page: Page;
  readonly filmSigner: FilmSigner;
  readonly integrator: Integrator;
  readonly service: ServiceProcess;
  /** The page's own server. */
  readonly server: string;
}

/**
 * Opens the app's page, accepts, passes the camera step before the film, and asks the service what it knows of the session
 * that the page was told of.
 */
async function signsWithCamera(
  { url }: Served,
  { cameraFrom }: SigningApp,
  { page, filmSigner, integrator, service }: Signing,
): Promise<void> {
  const wasm: string[] = [];
  const note = (request: { url(): string }) => {
    const { pathname, origin } = new URL(request.url());
    if (pathname.endsWith('.wasm')) wasm.push(origin);
  };
  page.on('request', note);
  await page.goto(url);
  await filmSigner.accepts();
  await filmSigner.reads('Confirm that it is you');
  await filmSigner.starts();
  await filmSigner.reads('Document signed');
  const main = page.locator('main');
  await expect(main).toHaveAttribute('data-status', /^signed /);
  const status = String(await main.getAttribute('data-status'));
  expect(await integrator.status(status.slice('signed '.length))).toMatchObject({ status: 'COMPLETED' });
  expect([...new Set(wasm)]).toEqual([cameraFrom === 'page' ? url : service.url]);
  page.off('request', note);
  // A development server's page would miss its server.
  await page.goto('about:blank');
}

/** Signs on the app's development server, and under the strict policy on what it is built to. */
export async function signsEverywhere(example: Example, app: SigningApp, signing: Signing): Promise<void> {
  if (app.dev !== undefined) {
    const served = await example.serve(...app.dev);
    try {
      await signsWithCamera(served, app, signing);
    } finally {
      await served.stop();
    }
  }
  for (const script of app.scripts) example.run(script);
  const { built } = app;
  const served =
    typeof built === 'string'
      ? await serveFolder(path.join(example.folder, built))
      : await example.serve(...built);
  const strict = await restricted(served, {
    workers: 'blob:',
    servers: [signing.service.url, signing.server],
    ...(app.usesScriptTag === true && { scripts: [signing.service.url] }),
    ...(app.styles !== undefined && { styles: app.styles }),
    ...(app.trustedTypes !== undefined && { trustedTypes: app.trustedTypes }),
  });
  try {
    await signsWithCamera(strict, app, signing);
  } finally {
    await strict.stop();
    await served.stop();
  }
}

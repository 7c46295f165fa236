/** The examples whose builds are as their frameworks make them; the others are in frameworks.full.packages.test.ts. */
import path from 'node:path';
import type { Page } from '@playwright/test';
import type { Integrator } from '../support/integrator.ts';
import type { Signer } from '../support/signer.ts';
import { Example, type Served } from './example.ts';
import { expect, test } from './fixtures.ts';

interface Signing {
  readonly page: Page;
  readonly signer: Signer;
  readonly integrator: Integrator;
}

/** Opens the example, signs by click, and asks the service what it knows of the session that the page was told of. */
async function signs({ url }: Served, { page, signer, integrator }: Signing): Promise<void> {
  await page.goto(url);
  await signer.accepts();
  await signer.reads('Document signed');
  const main = page.locator('main');
  await expect(main).toHaveAttribute('data-status', /^signed /);
  const status = await main.getAttribute('data-status');
  expect(await integrator.status(String(status).slice('signed '.length))).toMatchObject({
    status: 'COMPLETED',
  });
  // A development server's page would miss its server.
  await page.goto('about:blank');
}

/** A script that serves, and what it is told beside the port. */
type Serves = readonly [script: string, ...options: string[]];

interface ExampleScripts {
  /** Scripts that compile: they fail on a wrong type. */
  readonly checks: readonly string[];
  /** How it is served while it is developed, and after its build. */
  readonly serves: readonly Serves[];
  /** Where the build is. */
  readonly output?: string;
}

const EXAMPLES: Readonly<Record<string, ExampleScripts>> = {
  next: {
    // Its own compiler checks the types.
    checks: ['build'],
    serves: [
      ['dev', '--hostname', '127.0.0.1'],
      ['start', '--hostname', '127.0.0.1'],
    ],
    output: '.next/static',
  },
  angular: {
    checks: ['build'],
    serves: [
      ['dev', '--host', '127.0.0.1'],
      ['preview', '-a', '127.0.0.1'],
    ],
    output: 'dist/browser',
  },
};

/** Turbopack's own runtime has the scheme in it, for modules that ask for their address. */
const isOurs = (file: string): boolean => !path.basename(file).startsWith('turbopack-');

for (const [name, { checks, serves, output }] of Object.entries(EXAMPLES)) {
  test(`${name} installs, compiles and signs`, async ({ integrator, page, service, signer, startServer }) => {
    const example = await Example.install(name, { server: await startServer(), service: service.url });
    try {
      for (const check of checks) example.run(check);
      if (output !== undefined)
        expect((await example.filesWith('file:///', output)).filter(isOurs)).toEqual([]);
      for (const [script, ...options] of serves) {
        const served = await example.serve(script, ...options, '--port', 'PORT');
        try {
          await signs(served, { page, signer, integrator });
        } finally {
          await served.stop();
        }
      }
    } finally {
      await example.remove();
    }
  });
}

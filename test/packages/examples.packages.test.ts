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
}

/** How each example is served while it is developed, and after its build; and where the build is. */
const EXAMPLES = {
  'vite-react': {
    checks: ['typecheck', 'build'],
    serves: [
      ['dev', '--host', '127.0.0.1'],
      ['preview', '--host', '127.0.0.1'],
    ],
    output: 'dist',
  },
} as const;

for (const [name, { checks, serves, output }] of Object.entries(EXAMPLES)) {
  test(`${name} installs, compiles and signs`, async ({ integrator, page, signer, startServer }) => {
    const example = await Example.install(name, { server: await startServer() });
    try {
      for (const check of checks) example.run(check);
      expect(await example.filesWith('file:///', output)).toEqual([]);
      for (const [script, ...options] of serves) {
        const served = await example.serve(script, ...options);
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

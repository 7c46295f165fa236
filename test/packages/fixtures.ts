import path from 'node:path';
import { test as base, expect, type BrowserContext } from '@playwright/test';
import { freePort } from '../support/free-port.ts';
import { Integrator } from '../support/integrator.ts';
import { PageProblems } from '../support/page-problems.ts';
import { repositoryRoot } from '../support/repository.ts';
import { startService, type ServiceProcess } from '../support/service-process.ts';
import { Signer } from '../support/signer.ts';
import { serve } from './example.ts';

/** Starts the examples' server; it creates a session of `profile` for the document `pdf`, an absolute path. */
export type StartServer = (options?: { pdf?: string; profile?: string }) => Promise<string>;

interface WorkerFixtures {
  readonly service: ServiceProcess;
}

interface TestFixtures {
  readonly integrator: Integrator;
  readonly startServer: StartServer;
  /** Console errors, violations of the policy, answers of 400 and more, requests to others than this machine. */
  readonly problems: PageProblems;
  readonly signer: Signer;
}

/** Adds the answers and requests that no example may have to a page's problems. */
export function watchTraffic(context: BrowserContext, found: string[]): void {
  context.on('response', response => {
    if (response.status() >= 400) found.push(`${response.status()} from ${response.url()}`);
  });
  context.on('request', request => {
    const { protocol, hostname, href } = new URL(request.url());
    if (protocol.startsWith('http') && !['127.0.0.1', 'localhost'].includes(hostname))
      found.push(`A request to ${href}`);
  });
}

export const test = base.extend<TestFixtures, WorkerFixtures>({
  service: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the names of the fixtures off the pattern
    async ({}, use) => {
      const service = await startService({ pages: true });
      await use(service);
      await service.stop();
    },
    { scope: 'worker', timeout: 150_000 },
  ],

  integrator: ({ service }, use) => use(new Integrator(service.url)),

  startServer: async ({ service }, use) => {
    const servers: { stop(): Promise<void> }[] = [];
    await use(async ({ pdf, profile } = {}) => {
      const port = await freePort();
      const server = await serve([process.execPath, 'server.js'], {
        port,
        cwd: path.join(repositoryRoot, 'examples/server'),
        env: {
          PORT: String(port),
          SERVICE_URL: service.url,
          ...(pdf !== undefined && { PDF: pdf }),
          ...(profile !== undefined && { PROFILE: profile }),
        },
      });
      servers.push(server);
      return server.url;
    });
    for (const server of servers) await server.stop();
  },

  // oxlint-disable-next-line no-empty-pattern -- as above
  problems: async ({}, use) => {
    const problems = new PageProblems();
    await use(problems);
    expect(problems.unexpected).toEqual([]);
  },

  context: async ({ context, problems }, use) => {
    const traffic: string[] = [];
    await problems.watch(context);
    watchTraffic(context, traffic);
    await Signer.prepare(context);
    await use(context);
    expect(traffic).toEqual([]);
  },

  signer: ({ page }, use) => use(new Signer(page)),
});

export { expect };

import { randomInt, randomUUID } from 'node:crypto';
import {
  test as base,
  expect,
  type Browser,
  type BrowserContext,
  type Page,
  type ViewportSize,
} from '@playwright/test';
import { launchChromium } from '../support/chromium.ts';
import { Integrator, type IntegratorSession } from '../support/integrator.ts';
import { PageProblems } from '../support/page-problems.ts';
import { startService, type ServiceProcess } from '../support/service-process.ts';
import { setBiometrics } from '../support/set-biometrics.ts';
import { Signer } from '../support/signer.ts';
import { onePagePdf } from '../support/small-pdf.ts';

export interface Person {
  readonly name: string;
  readonly cpf: string;
  readonly email: string;
  readonly phone: string;
}

interface DeviceOptions {
  /** The file of a film that its camera shows. */
  readonly film?: string;
  readonly viewport?: ViewportSize;
}

interface WorkerFixtures {
  /**
   * The service of this worker. Its tests run one after the other, so each has the service and its clock to itself.
   */
  readonly service: ServiceProcess;
}

interface TestFixtures {
  /** An integrator's server; the clock that it moves is put right afterwards. */
  readonly integrator: Integrator;
  /** Somebody whose mailbox and phone no other test has. */
  readonly person: Person;
  /** A one-page contract in English, to be signed by click. */
  readonly session: IntegratorSession;
  readonly signer: Signer;
  /** What went wrong in the pages: a test fails on what it did not expect. */
  readonly problems: PageProblems;
  /** Opens a page on another device, which shares nothing with the first. */
  readonly openDevice: (options?: DeviceOptions) => Promise<Page>;
  /** Has the service ask for real faces, or not, until the end of the test. */
  readonly setFaces: (mode: 'SIMULATED' | 'LIVE') => Promise<void>;
}

/** A cold start of a service creates a database and a certificate chain. */
export const START_TIMEOUT_MS = 150_000;

export const test = base.extend<TestFixtures, WorkerFixtures>({
  service: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the names of the fixtures off the pattern
    async ({}, use) => {
      const service = await startService({ pages: true, env: { ALLOW_LOCAL_WEBHOOKS: 'true' } });
      await use(service);
      await service.stop();
    },
    { scope: 'worker', timeout: START_TIMEOUT_MS },
  ],

  baseURL: ({ service }, use) => use(service.url),

  integrator: async ({ service }, use) => {
    const integrator = new Integrator(service.url);
    await use(integrator);
    await integrator.restoreClock();
  },

  // oxlint-disable-next-line no-empty-pattern -- as above
  person: ({}, use) =>
    use({
      name: 'Maria da Silva',
      cpf: '529.982.247-25',
      email: `${randomUUID()}@exemplo.com.br`,
      phone: `+55119${randomInt(10_000_000, 99_999_999)}`,
    }),

  session: async ({ integrator }, use) => {
    await use(await integrator.createSession(onePagePdf('Contrato'), { locale: 'en' }));
  },

  // oxlint-disable-next-line no-empty-pattern -- as above
  problems: async ({}, use) => {
    const problems = new PageProblems();
    await use(problems);
    expect(problems.unexpected).toEqual([]);
  },

  context: async ({ context, problems }, use) => {
    await problems.watch(context);
    await Signer.prepare(context);
    await use(context);
  },

  signer: ({ page }, use) => use(new Signer(page)),

  openDevice: async ({ browser, problems }, use) => {
    const opened: Browser[] = [];
    const contexts: BrowserContext[] = [];
    await use(async ({ film, viewport } = {}) => {
      // A camera shows one film for as long as its browser runs.
      const device = film === undefined ? browser : await launchChromium(film);
      if (device !== browser) opened.push(device);
      const context = await device.newContext(viewport && { viewport });
      contexts.push(context);
      await problems.watch(context);
      await Signer.prepare(context);
      return context.newPage();
    });
    for (const each of [...contexts, ...opened]) await each.close();
  },

  setFaces: async ({ service }, use) => {
    await use(mode => setBiometrics(service.url, mode));
    await setBiometrics(service.url, 'SIMULATED');
  },
});

export { expect };

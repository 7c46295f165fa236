import path from 'node:path';
import { expect, test } from './camera-fixtures.ts';
import { signsEverywhere, type SigningApp } from './camera-signing.ts';
import { Example } from './example.ts';

export interface ExampleApp extends SigningApp {
  /** Where the build is that may not have an address of the machine that built it. */
  readonly output?: string;
  /** See InstallOptions. */
  readonly anyEngine?: boolean;
}

/** Where most servers are told to answer. */
export const HOST = ['--host', '127.0.0.1', '--port', 'PORT'] as const;

/** Turbopack's own runtime has the scheme in it, for modules that ask for their address. */
const isOurs = (file: string): boolean => !path.basename(file).startsWith('turbopack-');

/** Declares a test of each: installed from the packed packages, compiled, and signed with before a camera. */
export function testExamples(examples: Readonly<Record<string, ExampleApp>>): void {
  for (const [name, { output, anyEngine = false, ...app }] of Object.entries(examples)) {
    test(`${name} installs, compiles and signs before a camera`, async ({
      filmSigner,
      integrator,
      page,
      service,
      startCameraServer,
    }) => {
      const server = await startCameraServer();
      const example = await Example.install(name, { server, service: service.url, anyEngine });
      try {
        await signsEverywhere(example, app, { page, filmSigner, integrator, service, server });
        if (output !== undefined)
          expect((await example.filesWith('file:///', output)).filter(isOurs)).toEqual([]);
      } finally {
        await example.remove();
      }
    });
  }
}

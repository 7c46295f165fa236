/** Examples: each installed from the packed packages, compiled, and signed with before a camera. */
import path from 'node:path';
import { expect, test } from './camera-fixtures.ts';
import { signsEverywhere, type SigningApp } from './camera-signing.ts';
import { Example } from './example.ts';

interface ExampleApp extends SigningApp {
  /** Where the build is that may not have an address of the machine that built it. */
  readonly output?: string;
  /** See InstallOptions. */
  readonly anyEngine?: boolean;
}

const HOST = ['--host', '127.0.0.1', '--port', 'PORT'] as const;

const EXAMPLES: Readonly<Record<string, ExampleApp>> = {
  'vite-react': {
    dev: ['dev', ...HOST],
    scripts: ['typecheck', 'build'],
    built: 'dist',
    output: 'dist',
    cameraFrom: 'service',
  },
  next: {
    dev: ['dev', '--hostname', '127.0.0.1', '--port', 'PORT'],
    // Its own compiler checks the types.
    scripts: ['build'],
    built: ['start', '--hostname', '127.0.0.1', '--port', 'PORT'],
    output: '.next/static',
    // Turbopack has no policy of its own: the example's.
    trustedTypes: ['default'],
    cameraFrom: 'page',
  },
  angular: {
    dev: ['dev', ...HOST],
    scripts: ['build'],
    built: 'dist/browser',
    output: 'dist/browser',
    cameraFrom: 'service',
  },
  'script-tag': { scripts: [], built: '.', usesScriptTag: true, cameraFrom: 'service' },
  vue: {
    dev: ['dev', ...HOST],
    scripts: ['typecheck', 'build'],
    built: 'dist',
    output: 'dist',
    trustedTypes: ['vue'],
    cameraFrom: 'service',
  },
  // The newest of these that run on the Node.js that this project begins with; some of what they install asks for a newer one.
  nuxt: {
    dev: ['dev', ...HOST],
    scripts: ['build'],
    built: ['preview'],
    trustedTypes: ['vue'],
    cameraFrom: 'page',
    anyEngine: true,
  },
  sveltekit: {
    dev: ['dev', ...HOST],
    scripts: ['typecheck', 'build'],
    built: ['preview', ...HOST],
    trustedTypes: ['svelte-trusted-html'],
    // Of the element that tells screen readers of a new page, which its script styles.
    styles: ["'unsafe-hashes'", "'sha256-S8qMpvofolR8Mpjy4kQvEm7m1q8clzU4dfDH0AmvZjo='"],
    cameraFrom: 'page',
    anyEngine: true,
  },
  'react-router': {
    dev: ['dev', ...HOST],
    scripts: ['typecheck', 'build'],
    built: ['start'],
    cameraFrom: 'page',
    anyEngine: true,
  },
  astro: {
    dev: ['dev', ...HOST],
    scripts: ['build'],
    built: 'dist',
    output: 'dist',
    cameraFrom: 'page',
    anyEngine: true,
  },
};

/** Turbopack's own runtime has the scheme in it, for modules that ask for their address. */
const isOurs = (file: string): boolean => !path.basename(file).startsWith('turbopack-');

for (const [name, { output, anyEngine = false, ...app }] of Object.entries(EXAMPLES)) {
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

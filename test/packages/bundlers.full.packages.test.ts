/** Bundlers without a framework: each builds the same page, which signs before a camera. */
import { test } from './camera-fixtures.ts';
import { signsEverywhere, type SigningApp } from './camera-signing.ts';
import { Example } from './example.ts';

const BUNDLERS: Readonly<Record<string, SigningApp>> = {
  webpack: {
    dev: ['dev', '--port', 'PORT'],
    scripts: ['build'],
    built: 'public',
    cameraFrom: 'page',
    trustedTypes: ['bundler'],
  },
  rspack: {
    dev: ['dev', '--port', 'PORT'],
    scripts: ['build'],
    built: 'public',
    cameraFrom: 'page',
    trustedTypes: ['bundler'],
  },
  parcel: { dev: ['dev', '--port', 'PORT'], scripts: ['build'], built: 'public', cameraFrom: 'page' },
  // These leave files behind that a module names by its own address.
  rollup: { scripts: ['build'], built: 'public', cameraFrom: 'service' },
  esbuild: {
    dev: ['dev', '--serve=127.0.0.1:PORT'],
    scripts: ['build'],
    built: 'public',
    cameraFrom: 'service',
  },
};

for (const [name, app] of Object.entries(BUNDLERS)) {
  test(`${name} takes along all that a session with a camera needs`, async ({
    filmSigner,
    integrator,
    page,
    service,
    startCameraServer,
  }) => {
    const server = await startCameraServer();
    const apps = 'test/packages/apps';
    const folders = [`${apps}/page`, `${apps}/${name}`];
    const example = await Example.install(name, { server, service: service.url, folders });
    try {
      await signsEverywhere(example, app, { page, filmSigner, integrator, service, server });
    } finally {
      await example.remove();
    }
  });
}

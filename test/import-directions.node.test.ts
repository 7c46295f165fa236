import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { access, cp, mkdir, mkdtemp, readdir, rm, symlink, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import { pathToFileURL } from 'node:url';
import { z } from 'zod';
import { repositoryRoot } from './support/repository.ts';

/** A file and what it must not import, not even a type of it (`.dependency-cruiser.js` says why). */
const FORBIDDEN = [
  ['src/sign-session/seed.ts', '../../demo/console/page.ts'],
  ['src/sign-session/seed.ts', '../../test/support/axe.ts'],
  ['src/sign-session/seed.ts', '../../packages/testing/src/index.ts'],
  ['src/api/seed.ts', '../../packages/testing/src/index.ts'],
  ['src/screens/accept/seed.ts', '../../../packages/testing/src/index.ts'],
  ['packages/testing/src/seed.ts', 'lit'],
  ['packages/testing/src/seed.ts', '../../../src/sign-session/sign-session.ts'],
  ['packages/testing/src/seed.ts', '../../../src/index.ts'],
  ['packages/testing/src/seed.ts', '../../../src/session/session-controller.ts'],
  ['packages/testing/src/seed.ts', '../../../test/support/axe.ts'],
  ['demo/console/seed.ts', '../../packages/testing/src/mock-controls.ts'],
  ['src/sign-session/seed.ts', 'pdfjs-dist'],
  ['src/sign-session/seed.ts', 'lit/directives/unsafe-html.js'],
  ['src/sign-session/seed.ts', 'lit/directives/style-map.js'],
  ['src/sign-session/seed.ts', 'zod/mini'],
  ['src/document/seed.ts', 'pdfjs-dist/legacy/build/pdf.mjs'],
  ['src/document/pdf/seed.ts', '../../session/session-controller.ts'],
  ['src/document/pdf/seed.ts', '../../screens/accept/accept-screen.ts'],
  ['src/document/pdf/seed.ts', 'lit'],
  ['src/certificate/seed.ts', 'lit'],
  ['src/certificate/a1/seed.ts', '../../session/session-controller.ts'],
  ['src/sign-session/seed.ts', '@sign-session/certificates'],
  ['src/screens/accept/seed.ts', '@sign-session/certificates'],
  ['src/screens/certificate/seed.ts', '../../api/signer-client.ts'],
  ['src/face/seed.ts', 'lit'],
  ['src/camera/seed.ts', '../session/session-controller.ts'],
  ['src/sign-session/seed.ts', '@mediapipe/tasks-vision'],
  ['src/screens/accept/seed.ts', '@mediapipe/tasks-vision'],
  ['src/assets/seed.ts', '../document/document-load.ts'],
  ['src/api/seed.ts', 'lit'],
  ['src/api/seed.ts', '../session/session-controller.ts'],
  ['src/api/seed.ts', '../screens/render-screen.ts'],
  ['src/api/seed.ts', 'zod'],
  ['src/api/wire/seed.ts', '../../session/session-controller.ts'],
  ['src/session/seed.ts', '../screens/render-screen.ts'],
  ['src/session/seed.ts', '../ui/button.ts'],
  ['src/session/seed.ts', 'pdfjs-dist'],
  ['src/screens/accept/seed.ts', '../../api/signer-client.ts'],
  ['src/screens/accept/seed.ts', '../../session/session-controller.ts'],
  ['src/screens/accept/seed.ts', '../../sign-session/sign-session.ts'],
  ['src/screens/accept/seed.ts', 'pdfjs-dist'],
  ['src/screens/accept/seed.ts', 'lit/directives/unsafe-html.js'],
  ['src/ui/seed.ts', '../session/view.ts'],
  ['src/ui/seed.ts', 'lit/directives/unsafe-html.js'],
  ['src/i18n/seed.ts', '../api/signer-client.ts'],
  ['src/appearance/seed.ts', '../screens/render-screen.ts'],
  ['demo/console/seed.ts', '../../src/session/session-controller.ts'],
  ['demo/console/seed.ts', '../../packages/service/src/main/service.ts'],
  ['packages/service/pages/hosted/seed.ts', '../../src/main/service.ts'],
  ['packages/service/pages/verifier/views/seed.ts', '../../../src/domain/session.ts'],
  ['packages/service/pages/hosted/seed.ts', '../../../../src/session/view.ts'],
  ['packages/service/pages/hosted/seed.ts', '../../../../test/support/axe.ts'],
  ['packages/service/src/seed.ts', '../../../src/index.ts'],
  ['packages/service/src/sessions/seed.ts', '../../../../src/api/signer-client.ts'],
  ['packages/service/src/seed.ts', 'lit'],
  ['packages/service/src/pdf/seed.ts', 'pdfjs-dist'],
  ['packages/service/src/seed.ts', '../pages/hosted/notice.ts'],
  ['packages/service/src/seed.ts', '../test/support/event-data.ts'],
  ['packages/service/src/seed.ts', '../../local/src/index.ts'],
  ['packages/service/src/sessions/seed.ts', '@sign-session/local'],
  ['packages/service/pages/hosted/seed.ts', '../../../local/src/index.ts'],
  ['packages/local/src/seed.ts', '../../../src/index.ts'],
  ['packages/local/src/seed.ts', '../../service/src/main/compose.ts'],
  ['packages/local/src/seed.ts', '../../service/src/index.ts'],
  ['packages/local/src/authority/seed.ts', '../../../service/src/main/load-local-mode.ts'],
  ['packages/service/src/domain/seed.ts', '../sessions/session-store.ts'],
  ['packages/service/src/domain/seed.ts', '../http/app.ts'],
  ['packages/service/src/domain/seed.ts', '../../event-types.ts'],
  ['packages/service/src/domain/seed.ts', 'hono'],
  ['packages/pdf-structure/src/seed.ts', '../../verify/src/index.ts'],
  ['packages/pdf-structure/src/seed.ts', '../../../src/index.ts'],
  ['packages/pdf-structure/src/seed.ts', '@cantoo/pdf-lib'],
  ['packages/pdf-structure/src/seed.ts', 'node:zlib'],
  ['packages/pdf-structure/src/seed.ts', '@sign-session/certificates'],
  ['packages/session-rules/src/seed.ts', 'zod'],
  ['packages/bridge-protocol/src/seed.ts', '../../bridge/src/server/bridge.ts'],
  ['packages/bridge/src/server/seed.ts', '../../../service/src/main/service.ts'],
  ['packages/bridge/src/server/seed.ts', '../../../../src/certificate/provider.ts'],
  ['packages/bridge/src/server/seed.ts', 'pkcs11js'],
  ['packages/mcp/src/seed.ts', '../../service/event-types.ts'],
  ['packages/mcp/src/seed.ts', '../../../src/server/index.ts'],
  ['packages/service/src/seed.ts', '@modelcontextprotocol/sdk/types.js'],
  ['packages/verify/src/seed.ts', '../../../packages/service/src/main/service.ts'],
  ['packages/certificates/src/seed.ts', '../../verify/src/index.ts'],
  ['packages/certificates/src/seed.ts', 'node:crypto'],
  ['packages/certificates/src/seed.ts', '@peculiar/asn1-schema'],
  ['packages/verify/src/seed.ts', '../../../src/index.ts'],
  ['packages/verify/src/changes/seed.ts', '../../../../src/api/client.ts'],
  ['packages/verify/src/seed.ts', '@cantoo/pdf-lib'],
  ['packages/verify/src/seed.ts', '../../../test/support/axe.ts'],
  ['packages/verify/src/seed.ts', 'node:crypto'],
  ['packages/verify/src/seed.ts', 'lit'],
  ['packages/verify/src/seed.ts', 'zod'],
] as const;

/** Imports that go the right way: a rule that forbids everything would prove nothing. */
const ALLOWED = [
  ['src/sign-session/right.ts', '../session/session-controller.ts'],
  ['src/session/right.ts', '../api/signer-client.ts'],
  ['src/screens/accept/right.ts', '../../session/view.ts'],
  ['src/screens/accept/right.ts', '../../ui/button.ts'],
  ['src/document/pdf/right.ts', 'pdfjs-dist/legacy/build/pdf.mjs'],
  ['src/session/right.ts', '../api/shape.ts'],
  ['packages/testing/src/right.ts', '../../../src/session/view.ts'],
  ['demo/console/right.ts', '../../packages/testing/src/index.ts'],
  ['demo/console/right.ts', '../../src/index.ts'],
  ['demo/console/right.ts', '../../packages/service/interface.d.ts'],
  ['packages/service/pages/verifier/right.ts', '../../interface.d.ts'],
  ['packages/service/pages/verifier/views/right.ts', '../../../../../src/index.ts'],
  ['packages/service/pages/verifier/right.ts', '../hosted/notice.ts'],
  ['packages/service/pages/verifier/views/right.ts', '../../../src/domain/identifiers.ts'],
  ['packages/service/src/domain/right.ts', './identifiers.ts'],
  ['packages/service/src/right.ts', 'zod'],
  ['packages/local/src/authority/right.ts', '../../../service/src/main/local-mode.ts'],
  ['packages/service/src/right.ts', '@sign-session/verify'],
  ['packages/service/src/domain/right.ts', '@sign-session/certificates'],
  ['packages/certificates/src/right.ts', './ber.ts'],
  ['packages/pdf-structure/src/right.ts', './lexer.ts'],
  ['packages/bridge/src/server/right.ts', '@sign-session/bridge-protocol'],
  ['packages/bridge/src/server/right.ts', '../keystore/keystore.ts'],
  ['packages/mcp/src/right.ts', '@modelcontextprotocol/sdk/types.js'],
  ['packages/verify/src/signatures/right.ts', '../bytes.ts'],
  ['packages/verify/src/right.ts', '@sign-session/certificates'],
  ['src/certificate/a1/right.ts', '@sign-session/certificates'],
  ['src/screens/certificate/right.ts', '@sign-session/certificates'],
  ['packages/verify/src/right.ts', '@sign-session/pdf-structure'],
] as const;

const configSchema = z.object({
  default: z.object({ forbidden: z.array(z.object({ name: z.string() })) }),
});

/** Two files in each folder that need each other for their types alone. */
const CIRCLES = ['src/session', 'packages/verify/src', 'packages/service/src', 'demo/console', 'test'];

/** Files whose folders import each other, though no file is in a circle. */
const LOOP = {
  'packages/verify/src/a/one.ts': "import type { Two } from '../b/deep/two.ts';\n",
  'packages/verify/src/b/deep/two.ts': '',
  'packages/verify/src/b/three.ts': "import { four } from '../a/deep/four.ts';\n",
  'packages/verify/src/a/deep/four.ts': "export const five = () => import('./five.ts');\n",
  'packages/verify/src/a/deep/five.ts': '',
};

/** Of the product, what is written by hand. */
const isCopied = (source: string) => !/[\\/](node_modules|test|dist|assets)$/.test(source);

/** The file that imports it, which no other row does: by its line alone, or for a type alone. */
function seedOf(file: string, imported: string, form: 'effect' | 'type'): string {
  const name = `${path.posix.basename(file, '.ts')}-${imported.replace(/[^a-z0-9]+/gi, '-')}-${form}.ts`;
  return `${path.posix.dirname(file)}/${name}`;
}

describe('the import directions', () => {
  let folder: string;
  let reported: string[];

  const write = async (file: string, text: string) => {
    await mkdir(path.dirname(path.join(folder, file)), { recursive: true });
    await writeFile(path.join(folder, file), text);
  };

  /** The product as it is, with packages in the places where npm puts them. */
  const copyProduct = async () => {
    for (const part of ['src', 'demo', 'packages']) {
      const source = path.join(repositoryRoot, part);
      await cp(source, path.join(folder, part), { recursive: true, filter: isCopied });
    }
    const installed = path.join(repositoryRoot, 'node_modules');
    await mkdir(path.join(folder, 'node_modules/@sign-session'), { recursive: true });
    for (const name of await readdir(installed)) {
      if (name === '@sign-session') continue;
      await symlink(path.join(installed, name), path.join(folder, 'node_modules', name), 'junction');
    }
    for (const name of await readdir(path.join(folder, 'packages'))) {
      const link = path.join(folder, 'node_modules/@sign-session', name);
      await symlink(path.join(folder, 'packages', name), link, 'junction');
    }
  };

  const addSeeds = async () => {
    for (const [file, imported] of [...FORBIDDEN, ...ALLOWED]) {
      await write(seedOf(file, imported, 'effect'), `import '${imported}';\n`);
      await write(seedOf(file, imported, 'type'), `import type { T } from '${imported}';\n`);
      const target = path.posix.join(path.posix.dirname(file), imported);
      const isThere = await access(path.join(folder, target)).then(
        () => true,
        () => false,
      );
      if (imported.startsWith('.') && !isThere) await write(target, '');
    }
    for (const of of CIRCLES) {
      await write(
        `${of}/circle-one.ts`,
        "import type { Two } from './circle-two.ts';\nexport type One = Two[];\n",
      );
      await write(
        `${of}/circle-two.ts`,
        "import type { One } from './circle-one.ts';\nexport type Two = One[];\n",
      );
    }
    for (const [file, text] of Object.entries(LOOP)) await write(file, text);
    for (const part of ['build', 'test', 'docs']) await mkdir(path.join(folder, part), { recursive: true });
  };

  before(async () => {
    folder = await mkdtemp(path.join(os.tmpdir(), 'directions-'));
    await copyProduct();
    await addSeeds();
    const check = path.join(repositoryRoot, 'build/check-imports.js');
    const { stderr } = spawnSync(process.execPath, [check, folder], { encoding: 'utf8' });
    reported = stderr.trim().split('\n');
  });

  after(() => rm(folder, { recursive: true, force: true }));

  /** Which forms of an import are reported. */
  const formsReported = (file: string, imported: string) => {
    const isReported = (form: 'effect' | 'type') =>
      reported.some(line => line.includes(`: ${seedOf(file, imported, form)} → `));
    return { effect: isReported('effect'), type: isReported('type') };
  };

  for (const [file, imported] of FORBIDDEN) {
    it(`forbid ${file} to import ${imported}, also for its types`, () => {
      assert.deepEqual(formsReported(file, imported), { effect: true, type: true });
    });
  }

  for (const [file, imported] of ALLOWED) {
    it(`allow ${file} to import ${imported}`, () => {
      assert.deepEqual(formsReported(file, imported), { effect: false, type: false });
    });
  }

  it('forbid circles of type imports everywhere', () => {
    const circles = reported.filter(line => line.startsWith('no-circle: ')).map(line => line.split(' ')[1]);
    assert.deepEqual(circles.toSorted(), CIRCLES.flatMap(of => [`${of}/circle-one.ts`]).toSorted());
  });

  it('forbid folders that import each other, though no file is in a circle', () => {
    const loops = reported.filter(line => line.startsWith('no-loop-of-folders: packages/verify/src: a, b'));
    assert.equal(loops.length, 1, reported.join('\n'));
  });

  it('report each wall for at least one of these files', async () => {
    const walls = reported.map(line => line.split(':')[0]);
    const { href } = pathToFileURL(path.join(repositoryRoot, '.dependency-cruiser.js'));
    const { default: config } = configSchema.parse(await import(href));
    assert.deepEqual(
      config.forbidden.map(({ name }) => name).filter(name => !walls.includes(name)),
      [],
    );
  });
});

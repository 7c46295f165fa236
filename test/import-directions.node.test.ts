import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { copyFile, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import { z } from 'zod';
import { foldersInLoops, readSources } from './support/folder-loops.ts';
import { repositoryRoot } from './support/repository.ts';

/** A file and what it must not import, not even a type of it (the overrides of .oxlintrc.json say why). */
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
  ['src/document/document-viewer.ts', 'pdfjs-dist/legacy/build/pdf.mjs'],
  ['src/document/pdf/seed.ts', '../../session/session-controller.ts'],
  ['src/document/pdf/seed.ts', '../../screens/accept/accept-screen.ts'],
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
  ['packages/service/src/seed.ts', '../../local/src/index.ts'],
  ['packages/service/src/sessions/seed.ts', '@sign-session/local'],
  ['packages/service/pages/hosted/seed.ts', '../../../local/src/index.ts'],
  ['packages/local/src/seed.ts', '../../../src/index.ts'],
  ['packages/local/src/authority/seed.ts', '../../../service/src/main/load-local-mode.ts'],
  ['packages/service/src/domain/seed.ts', '../sessions/session-store.ts'],
  ['packages/service/src/domain/seed.ts', '../http/app.ts'],
  ['packages/service/src/domain/seed.ts', 'hono'],
  ['packages/pdf-structure/src/seed.ts', '../../verify/src/index.ts'],
  ['packages/pdf-structure/src/seed.ts', '../../../src/index.ts'],
  ['packages/pdf-structure/src/seed.ts', '@cantoo/pdf-lib'],
  ['packages/pdf-structure/src/seed.ts', 'node:zlib'],
  ['packages/bridge-protocol/src/seed.ts', '../../bridge/src/server/bridge.ts'],
  ['packages/bridge/src/server/seed.ts', '../../../service/src/main/service.ts'],
  ['packages/bridge/src/server/seed.ts', '../../../../src/certificate/provider.ts'],
  ['packages/bridge/src/server/seed.ts', 'pkcs11js'],
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
  ['packages/verify/src/signatures/right.ts', '../bytes.ts'],
  ['packages/verify/src/right.ts', '@sign-session/certificates'],
  ['src/certificate/a1/right.ts', '@sign-session/certificates'],
  ['src/screens/certificate/right.ts', '@sign-session/certificates'],
  ['packages/verify/src/right.ts', '@sign-session/pdf-structure'],
] as const;

type Seed = readonly [file: string, imported: string];

const reportSchema = z.object({
  diagnostics: z.array(
    z.object({
      code: z.string(),
      filename: z.string(),
      labels: z.array(z.object({ span: z.object({ line: z.number() }) })),
    }),
  ),
});

/** Two files in each folder that need each other for their types alone. */
const CYCLES = ['src/session', 'packages/verify/src', 'packages/service/src', 'demo/console'].flatMap(
  folder =>
    [
      [`${folder}/one.ts`, "import type { Two } from './two.ts';\nexport type One = Two[];\n"],
      [`${folder}/two.ts`, "import type { One } from './one.ts';\nexport type Two = One[];\n"],
    ] as const,
);

/** The lines of each seeded file: one import a line, so that a diagnostic's line says which import it is about. */
function seedFiles(seeds: readonly Seed[]): Map<string, string[]> {
  const files = new Map<string, string[]>();
  for (const [file, imported] of seeds) {
    const lines = files.get(file) ?? [];
    lines.push(`import '${imported}';`, `import type { T${lines.length} } from '${imported}';`);
    files.set(file, lines);
  }
  return files;
}

async function writeIn(folder: string, file: string, text: string): Promise<void> {
  await mkdir(path.dirname(path.join(folder, file)), { recursive: true });
  await writeFile(path.join(folder, file), text);
}

/** `file: line` of each import that a rule reports, in a tree of nothing but seeds. */
async function reportedImports(seeds: readonly Seed[], folder: string): Promise<Map<string, string[]>> {
  const files = seedFiles(seeds);
  for (const [file, lines] of files) await writeIn(folder, file, lines.join('\n'));
  for (const [file, text] of CYCLES) await writeIn(folder, file, text);
  const oxlint = path.join(repositoryRoot, 'node_modules/oxlint/bin/oxlint');
  const { stdout } = spawnSync(process.execPath, [oxlint, '--format', 'json', 'src', 'demo', 'packages'], {
    cwd: folder,
    encoding: 'utf8',
  });
  const reported = new Map<string, string[]>();
  for (const { code, filename, labels } of reportSchema.parse(JSON.parse(stdout)).diagnostics) {
    const lines = labels.map(({ span }) => files.get(filename)?.[span.line - 1] ?? '');
    const rule = code.replace(/^.*\((.*)\)$/, '$1');
    reported.set(rule, [...(reported.get(rule) ?? []), ...lines.map(line => `${filename}: ${line}`)]);
  }
  return reported;
}

describe('the import directions', () => {
  let folder: string;
  let reported: Map<string, string[]>;

  /** Which forms of an import are reported. */
  const formsReported = (file: string, imported: string) => {
    const lines = reported.get('no-restricted-imports') ?? [];
    const of = (form: string) => lines.filter(line => line.startsWith(`${file}: ${form}`));
    return {
      effect: of("import '").some(line => line.endsWith(`'${imported}';`)),
      type: of('import type').some(line => line.endsWith(`'${imported}';`)),
    };
  };

  before(async () => {
    folder = await mkdtemp(path.join(os.tmpdir(), 'directions-'));
    await copyFile(path.join(repositoryRoot, '.oxlintrc.json'), path.join(folder, '.oxlintrc.json'));
    await symlink(path.join(repositoryRoot, 'node_modules'), path.join(folder, 'node_modules'), 'junction');
    reported = await reportedImports([...FORBIDDEN, ...ALLOWED], folder);
  });

  after(() => rm(folder, { recursive: true, force: true }));

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

  it('forbid cycles of type imports everywhere', () => {
    const files = (reported.get('no-cycle') ?? []).map(line => line.split(':')[0] ?? '');
    assert.deepEqual(files.toSorted(), CYCLES.map(([file]) => file).toSorted());
  });

  it('run downwards between the files and folders of each folder', () => {
    assert.deepEqual(foldersInLoops(readSources()), []);
  });

  it('find a loop of folders where no file is in a cycle', () => {
    const sources = new Map([
      ['src/a/one.ts', "import type { Two } from '../b/two.ts';"],
      ['src/b/two.ts', ''],
      ['src/b/three.ts', "import { four } from '../a/four.ts';"],
      ['src/a/four.ts', "export const five = () => import('./five.ts');"],
      ['src/a/five.ts', ''],
    ]);
    assert.deepEqual(foldersInLoops(sources), ['src: a, b']);
  });
});

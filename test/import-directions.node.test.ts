import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { copyFile, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import { z } from 'zod';
import { repositoryRoot } from './support/repository.ts';

/** A file and what it must not import, not even a type of it (the overrides of .oxlintrc.json say why). */
const FORBIDDEN = [
  ['src/sign-session/seed.ts', '../../demo/console/page.ts'],
  ['src/sign-session/seed.ts', '../../test/support/axe.ts'],
  ['src/sign-session/seed.ts', 'pdfjs-dist'],
  ['src/sign-session/seed.ts', 'lit/directives/unsafe-html.js'],
  ['src/sign-session/seed.ts', 'lit/directives/style-map.js'],
  ['src/sign-session/seed.ts', 'zod'],
  ['src/document/document-viewer.ts', 'pdfjs-dist/legacy/build/pdf.mjs'],
  ['src/document/pdf/seed.ts', '../../session/session-controller.ts'],
  ['src/document/pdf/seed.ts', '../../screens/accept/accept-screen.ts'],
  ['src/certificate/seed.ts', 'lit'],
  ['src/certificate/a1/seed.ts', '../../session/session-controller.ts'],
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
  ['demo/console/seed.ts', '../service/src/service.ts'],
  ['demo/hosted/seed.ts', '../../test/support/axe.ts'],
  ['demo/service/src/seed.ts', '../../../src/index.ts'],
  ['demo/service/src/sessions/seed.ts', '../../../../src/api/signer-client.ts'],
  ['demo/service/src/seed.ts', 'lit'],
] as const;

/** Imports that go the right way: a rule that forbids everything would prove nothing. */
const ALLOWED = [
  ['src/sign-session/right.ts', '../session/session-controller.ts'],
  ['src/session/right.ts', '../api/signer-client.ts'],
  ['src/screens/accept/right.ts', '../../session/view.ts'],
  ['src/screens/accept/right.ts', '../../ui/button.ts'],
  ['src/document/pdf/right.ts', 'pdfjs-dist/legacy/build/pdf.mjs'],
  ['src/api/right.ts', 'zod/mini'],
  ['demo/console/right.ts', '../../src/index.ts'],
  ['demo/service/src/right.ts', 'zod'],
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

/** Two files that need each other for their types alone. */
const CYCLE = [
  ['src/session/one.ts', "import type { Two } from './two.ts';\nexport type One = Two[];\n"],
  [
    'src/session/two.ts',
    "import type { One } from './one.ts';\nexport interface Two { readonly one: One }\n",
  ],
] as const;

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
  for (const [file, text] of CYCLE) await writeIn(folder, file, text);
  const oxlint = path.join(repositoryRoot, 'node_modules/oxlint/bin/oxlint');
  const { stdout } = spawnSync(process.execPath, [oxlint, '--format', 'json', 'src', 'demo'], {
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

  it('forbid cycles of type imports in src', () => {
    const files = (reported.get('no-cycle') ?? []).map(line => line.split(':')[0]);
    assert.deepEqual(
      files.toSorted(),
      CYCLE.map(([file]) => file),
    );
  });
});

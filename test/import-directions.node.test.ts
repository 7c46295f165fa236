import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { copyFile, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import { z } from 'zod';
import { repositoryRoot } from './support/repository.ts';

/** A file and what it must not import (the overrides of .oxlintrc.json say why). */
const FORBIDDEN = [
  ['src/sign-session/seed.ts', '../../demo/console/page.ts'],
  ['src/sign-session/seed.ts', '../../test/support/axe.ts'],
  ['src/sign-session/seed.ts', 'pdfjs-dist'],
  ['src/sign-session/seed.ts', 'lit/directives/unsafe-html.js'],
  ['src/sign-session/seed.ts', 'lit/directives/style-map.js'],
  ['src/sign-session/seed.ts', 'zod'],
  ['src/document/viewer.ts', 'pdfjs-dist/legacy/build/pdf.mjs'],
  ['src/document/pdf/seed.ts', '../../session/controller.ts'],
  ['src/document/pdf/seed.ts', '../../screens/accept/accept-screen.ts'],
  ['src/certificate/seed.ts', 'lit'],
  ['src/certificate/a1/seed.ts', '../../session/controller.ts'],
  ['src/face/seed.ts', 'lit'],
  ['src/camera/seed.ts', '../session/controller.ts'],
  ['src/sign-session/seed.ts', '@mediapipe/tasks-vision'],
  ['src/screens/accept/seed.ts', '@mediapipe/tasks-vision'],
  ['src/api/seed.ts', 'lit'],
  ['src/api/seed.ts', '../session/controller.ts'],
  ['src/api/seed.ts', '../screens/render-screen.ts'],
  ['src/api/seed.ts', 'zod'],
  ['src/api/wire/seed.ts', '../../session/controller.ts'],
  ['src/session/seed.ts', '../screens/render-screen.ts'],
  ['src/session/seed.ts', '../ui/button.ts'],
  ['src/session/seed.ts', 'pdfjs-dist'],
  ['src/screens/accept/seed.ts', '../../api/client.ts'],
  ['src/screens/accept/seed.ts', '../../session/controller.ts'],
  ['src/screens/accept/seed.ts', '../../sign-session/sign-session.ts'],
  ['src/screens/accept/seed.ts', 'pdfjs-dist'],
  ['src/screens/accept/seed.ts', 'lit/directives/unsafe-html.js'],
  ['src/ui/seed.ts', '../session/session-view.ts'],
  ['src/ui/seed.ts', 'lit/directives/unsafe-html.js'],
  ['src/i18n/seed.ts', '../api/client.ts'],
  ['src/appearance/seed.ts', '../screens/render-screen.ts'],
  ['demo/console/seed.ts', '../../src/session/controller.ts'],
  ['demo/console/seed.ts', '../service/src/service.ts'],
  ['demo/hosted/seed.ts', '../../test/support/axe.ts'],
  ['demo/service/src/seed.ts', '../../../src/index.ts'],
  ['demo/service/src/sessions/seed.ts', '../../../../src/api/client.ts'],
  ['demo/service/src/seed.ts', 'lit'],
  ['packages/verify/src/seed.ts', '../../../demo/service/src/service.ts'],
  ['packages/verify/src/seed.ts', '../../../src/index.ts'],
  ['packages/verify/src/pdf/seed.ts', '../../../../src/api/client.ts'],
  ['packages/verify/src/seed.ts', '../../../test/support/axe.ts'],
  ['packages/verify/src/seed.ts', 'node:crypto'],
  ['packages/verify/src/seed.ts', 'lit'],
  ['packages/verify/src/seed.ts', 'zod'],
] as const;

/** Imports that go the right way: a rule that forbids everything would prove nothing. */
const ALLOWED = [
  ['src/sign-session/right.ts', '../session/controller.ts'],
  ['src/session/right.ts', '../api/client.ts'],
  ['src/screens/accept/right.ts', '../../session/session-view.ts'],
  ['src/screens/accept/right.ts', '../../ui/button.ts'],
  ['src/document/pdf/right.ts', 'pdfjs-dist/legacy/build/pdf.mjs'],
  ['src/api/right.ts', 'zod/mini'],
  ['demo/console/right.ts', '../../src/index.ts'],
  ['demo/service/src/right.ts', 'zod'],
  ['demo/service/src/right.ts', '@sign-session/verify'],
  ['packages/verify/src/pdf/right.ts', '../bytes.ts'],
  ['packages/verify/src/right.ts', '@cantoo/pdf-lib'],
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

/** Every seed of one file on a line of its own, so that a complaint tells which it is about. */
function seedFiles(seeds: readonly Seed[]): Map<string, string[]> {
  const files = new Map<string, string[]>();
  for (const [file, imported] of seeds) files.set(file, [...(files.get(file) ?? []), imported]);
  return files;
}

/** `file:import` of each import the direction rule complained about, in a tree holding nothing but seeds. */
async function complaintsAbout(seeds: readonly Seed[], folder: string): Promise<string[]> {
  const files = seedFiles(seeds);
  for (const [file, imports] of files) {
    const target = path.join(folder, file);
    await mkdir(path.dirname(target), { recursive: true });
    await writeFile(target, imports.map(imported => `import '${imported}';\n`).join(''));
  }
  const oxlint = path.join(repositoryRoot, 'node_modules/oxlint/bin/oxlint');
  const { stdout } = spawnSync(process.execPath, [oxlint, '--format', 'json', 'src', 'demo', 'packages'], {
    cwd: folder,
    encoding: 'utf8',
  });
  return reportSchema
    .parse(JSON.parse(stdout))
    .diagnostics.filter(({ code }) => code.includes('no-restricted-imports'))
    .flatMap(({ filename, labels }) =>
      labels.map(({ span }) => `${filename} imports ${files.get(filename)?.[span.line - 1] ?? 'what?'}`),
    );
}

describe('the import directions', () => {
  let folder: string;
  let complaints: string[];

  before(async () => {
    folder = await mkdtemp(path.join(os.tmpdir(), 'directions-'));
    await copyFile(path.join(repositoryRoot, '.oxlintrc.json'), path.join(folder, '.oxlintrc.json'));
    await symlink(path.join(repositoryRoot, 'node_modules'), path.join(folder, 'node_modules'), 'junction');
    complaints = await complaintsAbout([...FORBIDDEN, ...ALLOWED], folder);
  });

  after(() => rm(folder, { recursive: true, force: true }));

  for (const [file, imported] of FORBIDDEN) {
    it(`forbid ${file} to import ${imported}`, () => {
      assert(complaints.includes(`${file} imports ${imported}`));
    });
  }

  for (const [file, imported] of ALLOWED) {
    it(`allow ${file} to import ${imported}`, () => {
      assert(!complaints.includes(`${file} imports ${imported}`));
    });
  }
});

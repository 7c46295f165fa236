/**
 * `npm run coverage`: `npm test`, and which lines and branches of `src` and of the packages it ran, over all runners, in one
 * report (`.data/coverage/report/index.html`).
 */
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { CoverageReport } from 'monocart-coverage-reports';
import { repositoryRoot } from './support/repository.ts';

const folder = path.join(repositoryRoot, '.data/coverage');
const [nodeFolder, pagesFolder] = [path.join(folder, 'node'), path.join(folder, 'pages')];

rmSync(folder, { recursive: true, force: true });
const { status } = spawnSync('npm', ['test'], {
  stdio: 'inherit',
  env: { ...process.env, NODE_V8_COVERAGE: nodeFolder, COVERAGE: pagesFolder },
});

const report = new CoverageReport({
  name: 'sign-session',
  outputDir: path.join(folder, 'report'),
  reports: ['v8', 'console-summary', 'json-summary'],
  sourcePath: file => file.replace(/^.*?((?:packages\/[\w-]+\/)?src\/)/, '$1'),
  entryFilter: { '**/node_modules/**': false, '**/*.test.ts': false, '**': true },
  // Libraries have a `src` folder in their source maps too.
  sourceFilter: source =>
    /^(?:packages\/[\w-]+\/)?src\/.*\.(?:ts|mjs)$/.test(source) &&
    existsSync(path.join(repositoryRoot, source)),
});
if (existsSync(nodeFolder)) await report.addFromDir(nodeFolder);
if (existsSync(pagesFolder)) {
  for (const file of readdirSync(pagesFolder)) {
    await report.add(JSON.parse(readFileSync(path.join(pagesFolder, file), 'utf8')));
  }
}
await report.generate();
process.exitCode = status ?? 1;

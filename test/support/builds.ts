import { execFileSync } from 'node:child_process';
import { readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { repositoryRoot } from './repository.ts';

interface Build {
  /** A file of the result, relative to the repository. */
  result: string;
  sources: readonly string[];
}

const WIDGET = [
  'src',
  'packages/testing/src',
  'assets',
  'packages/bridge-protocol/src',
  'packages/certificates/src',
  'packages/pdf-structure/src',
  'packages/session-rules/src',
] as const;

/** The widget as a script and as a package, the pages that the service serves, and the manual, which has the package in it. */
const BUILDS = {
  'script-tag': {
    result: 'dist/script-tag/sign-session.js',
    sources: WIDGET,
  },
  npm: {
    result: 'dist/npm/web-types.json',
    sources: WIDGET,
  },
  manual: {
    result: 'dist/manual/llms.txt',
    sources: ['docs', 'src', 'packages/service/src/openapi'],
  },
  console: {
    result: 'dist/console/index.html',
    sources: ['demo', 'packages/testing/src', 'packages/service/event-types.ts'],
  },
  pages: {
    result: 'dist/pages/verifier/index.html',
    sources: [
      'packages/service/pages',
      'packages/service/src/domain',
      'packages/certificates/src',
      'packages/bridge-protocol/src',
      'packages/verify/src',
      'src/certificate/token-bridge.ts',
    ],
  },
} as const satisfies Record<string, Build>;

export type BuildMode = keyof typeof BUILDS;

const ALWAYS = ['vite.config.ts', 'build', 'tsconfig.json', 'package-lock.json'] as const;

async function changedAt(file: string): Promise<number> {
  return (await stat(file)).mtimeMs;
}

/** When the newest file under these paths was written, in ms. */
async function newest(paths: readonly string[]): Promise<number> {
  const times = await Promise.all(
    paths.map(async relative => {
      const absolute = path.join(repositoryRoot, relative);
      if (!(await stat(absolute)).isDirectory()) return changedAt(absolute);
      const names = await readdir(absolute);
      return newest(names.map(name => path.join(relative, name)));
    }),
  );
  return Math.max(0, ...times);
}

/** Builds it when it is missing or older than its sources. */
export async function ensureBuild(mode: BuildMode): Promise<void> {
  const { result, sources } = BUILDS[mode];
  const builtAt = await changedAt(path.join(repositoryRoot, result)).catch(() => 0);
  if (builtAt > (await newest([...sources, ...ALWAYS]))) return;
  // More than Vite makes them.
  if (mode === 'npm' || mode === 'manual') {
    const script = mode === 'npm' ? 'build:npm' : 'manual';
    execFileSync('npm', ['run', '--silent', script], { cwd: repositoryRoot, stdio: 'pipe' });
    return;
  }
  // Most often nothing is to be built, and Vite takes a second to load.
  const { build } = await import('vite');
  await build({ configFile: path.join(repositoryRoot, 'vite.config.ts'), mode, logLevel: 'warn' });
}

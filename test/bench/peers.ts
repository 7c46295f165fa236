/**
 * `npm run bench:peers`: what a page downloads of others' packages, of exact versions from the registry, bundled as an integrator
 * would (esbuild, minified, with React), after brotli: the first file with what it imports at once, and all files that it
 * can import later. What a package asks a server for at run time (a frame, models) is not in its package. Needs the network.
 */
import { execFileSync } from 'node:child_process';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { build, type Metafile } from 'esbuild';
import { repositoryRoot } from '../support/repository.ts';
import { measure } from '../support/bundle-chunks.ts';

interface Peer {
  readonly name: string;
  readonly version: string;
  /** What the integrator installs beside it. */
  readonly beside?: readonly string[];
  /** Its own build for a script tag. */
  readonly script?: string;
  /** What of it the page uses. */
  readonly use: string;
}

const REACT = ['react@19.2.0', 'react-dom@19.2.0'];

const PEERS: readonly Peer[] = [
  {
    name: 'onfido-sdk-ui',
    version: '13.8.7',
    script: 'dist/onfido.min.js',
    use: `import { init } from 'onfido-sdk-ui'; console.log(init)`,
  },
  {
    name: 'onfido-sdk-ui',
    version: '14.80.0',
    use: `import { Onfido } from 'onfido-sdk-ui'; console.log(Onfido)`,
  },
  {
    name: '@aws-amplify/ui-react-liveness',
    version: '3.6.8',
    beside: [...REACT, 'aws-amplify@6.15.9'],
    use: `import { FaceLivenessDetector } from '@aws-amplify/ui-react-liveness'; console.log(FaceLivenessDetector)`,
  },
  {
    name: '@documenso/embed-react',
    version: '0.6.2',
    beside: REACT,
    use: `import { EmbedSignDocument } from '@documenso/embed-react'; console.log(EmbedSignDocument)`,
  },
];

const folder = path.join(repositoryRoot, '.data/bench/peers');

for (const peer of PEERS) {
  const place = path.join(folder, `${peer.name}-${peer.version}`.replaceAll(/[^\w.-]/g, '-'));
  await rm(place, { recursive: true, force: true });
  await mkdir(place, { recursive: true });
  await writeFile(path.join(place, 'package.json'), '{ "private": true }');
  const packages = [`${peer.name}@${peer.version}`, ...(peer.beside ?? [])];
  const options = ['--ignore-scripts', '--no-audit', '--no-fund', '--legacy-peer-deps', '--silent'];
  execFileSync('npm', ['install', ...options, ...packages], { cwd: place, stdio: 'inherit' });
  const { first, all } = await bundled(place, peer.use);
  console.log(`${peer.name} ${peer.version}: ${kilobytes(first)} kB at first, ${kilobytes(all)} kB in all`);
  if (peer.script !== undefined) {
    const script = await readFile(path.join(place, 'node_modules', peer.name, peer.script));
    console.log(`  its ${peer.script}: ${kilobytes((await measure(script)).brotli)} kB`);
  }
}

/** Bytes after brotli. */
async function bundled(place: string, use: string): Promise<{ first: number; all: number }> {
  const result = await build({
    stdin: { contents: use, resolveDir: place },
    bundle: true,
    minify: true,
    splitting: true,
    write: false,
    metafile: true,
    format: 'esm',
    platform: 'browser',
    target: 'es2022',
    outdir: path.join(place, 'bundle'),
    define: { 'process.env.NODE_ENV': '"production"', global: 'globalThis' },
    // Not in the registry.
    external: ['@onfido/opencv'],
    loader: { '.wasm': 'file', '.png': 'file', '.svg': 'file', '.woff': 'file', '.woff2': 'file' },
    logLevel: 'error',
  });
  const sizes = new Map<string, number>();
  for (const file of result.outputFiles) {
    const { brotli } = await measure(Buffer.from(file.contents));
    sizes.set(path.relative(repositoryRoot, file.path), brotli);
  }
  const entry = Object.entries(result.metafile.outputs).find(
    ([, { entryPoint }]) => entryPoint === '<stdin>',
  );
  if (entry === undefined) throw new Error('Nothing was bundled.');
  const together = importedAtOnce(entry[0], result.metafile);
  const sum = (names: Iterable<string>) =>
    [...names].reduce((total, name) => total + (sizes.get(name) ?? 0), 0);
  return { first: sum(together), all: sum(sizes.keys()) };
}

/** A file of a bundle and all that it imports, not later. */
function importedAtOnce(name: string, { outputs }: Metafile, known = new Set<string>()): ReadonlySet<string> {
  known.add(name);
  for (const { path: other, kind } of outputs[name]?.imports ?? []) {
    if (kind === 'import-statement' && !known.has(other))
      importedAtOnce(other, { outputs, inputs: {} }, known);
  }
  return known;
}

function kilobytes(bytes: number): string {
  return (bytes / 1000).toFixed(1);
}

/** Run by `npm start` as a process of its own, for a build holds hundreds of megabytes: `build-pages.ts MODE FOLDER …`. */
import path from 'node:path';
import { build } from 'vite';
import { compressFolder } from '../build/compress.ts';
import { runAsChild } from '../packages/service/src/support/child-process.ts';

const configFile = path.resolve(import.meta.dirname, '../vite.config.ts');

await runAsChild(async () => {
  const args = process.argv.slice(2);
  for (let at = 0; at < args.length; at += 2) {
    const [mode, outDir] = args.slice(at);
    if (mode === undefined || outDir === undefined) throw new TypeError('MODE FOLDER, in pairs');
    await build({ configFile, mode, logLevel: 'warn', build: { outDir, emptyOutDir: true } });
    await compressFolder(outDir, { quality: 5 });
  }
});

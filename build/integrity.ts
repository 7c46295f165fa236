import { createHash } from 'node:crypto';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';

/** Files whose integrity a page can state: scripts, by `integrity` on the tag or in an import map. */
const isScript = (file: string): boolean => /\.m?js$/.test(file);

/**
 * Lists the SHA-384 of every script of a build's folder in `integrity.json` there: `{"sign-session.js": "sha384-…"}`,
 * in the form that `integrity` attributes and import maps take.
 */
export async function writeIntegrity(folder: string): Promise<void> {
  const files = (await readdir(folder, { recursive: true })).filter(isScript).toSorted();
  const hashes = await Promise.all(
    files.map(async file => {
      const digest = createHash('sha384')
        .update(await readFile(path.join(folder, file)))
        .digest('base64');
      return [file.replaceAll(path.sep, '/'), `sha384-${digest}`] as const;
    }),
  );
  await writeFile(
    path.join(folder, 'integrity.json'),
    `${JSON.stringify(Object.fromEntries(hashes), null, 2)}\n`,
  );
}

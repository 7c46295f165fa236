/** Creates an embedded database in the folder given as the first argument: see database-folder.ts. */
import { runAsChild } from '../support/child-process.ts';
import { initialize } from './database-folder.ts';

const [folder] = process.argv.slice(2);

await runAsChild(async () => {
  if (folder === undefined) throw new TypeError('FOLDER');
  await initialize(folder);
});

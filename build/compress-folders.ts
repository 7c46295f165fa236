/** Run by `npm run build`: `compress-folders.ts FOLDER …`. */
import { compressFolder } from './compress.ts';

await Promise.all(process.argv.slice(2).map(folder => compressFolder(folder, { quality: 9 })));

import path from 'node:path';

/** The repository's top folder, absolute. */
export const repositoryRoot = path.resolve(import.meta.dirname, '../..');

/** Films, certificates, faces and PDFs that tests read, absolute. */
export const testAssets = path.join(repositoryRoot, 'test/assets');

import path from 'node:path';

/** The repository's top folder, absolute. */
export const repositoryRoot = path.resolve(import.meta.dirname, '../..');

/** Films, certificates and PDFs that tests read. */
export const testAssets = path.join(repositoryRoot, 'test/assets');

/** Films, certificates and PDFs that tests read; a folder beside the repository, not on every machine. */
export const sharedAssets = path.resolve(repositoryRoot, '../shared/assets');

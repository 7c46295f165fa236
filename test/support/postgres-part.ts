import { readFileSync } from 'node:fs';
import { hasTool } from './browsers.ts';
import { runNodePart, type NodePartOptions } from './node-part.ts';
import { emptyResult, type PartResult } from './part-result.ts';
import { startPostgres } from './postgres-server.ts';

/** Only what goes through the service's storage can come out otherwise on another database. */
function touchesStorage(file: string): boolean {
  return readFileSync(file, 'utf8').includes('openTestService(');
}

/** Runs the service's tests once more, on a PostgreSQL server that is started for them. */
export async function runPostgresPart(options: NodePartOptions): Promise<PartResult> {
  const files = options.files.filter(touchesStorage);
  // That it is missing is said once for all programs.
  if (files.length === 0 || !hasTool('pg_ctlcluster')) return emptyResult();
  const server = await startPostgres();
  try {
    // Here, because it loads the whole service.
    const { makeTemplate } = await import('../service/support/ready-database.ts');
    process.env['TEST_DATABASE_URL'] = server.url;
    process.env['TEST_DATABASE_TEMPLATE'] = (await makeTemplate(server.url)).name;
    return await runNodePart({ ...options, files, engine: 'PostgreSQL' });
  } finally {
    delete process.env['TEST_DATABASE_URL'];
    delete process.env['TEST_DATABASE_TEMPLATE'];
    await server.stop();
  }
}

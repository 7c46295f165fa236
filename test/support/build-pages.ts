import { ensureBuild } from './builds.ts';
import { readyService } from './ready-service.ts';
import { isFullRun } from './test-files.ts';

/** What the service is started from, and what it serves to the flows, made where it is missing or older than its sources. */
export default async function buildPages(): Promise<void> {
  await readyService();
  await ensureBuild('script-tag');
  await ensureBuild('pages');
  await ensureBuild('console');
  if (!isFullRun) return;
  // Here, not in the tests: two workers would write the same files.
  await ensureBuild('npm');
  await ensureBuild('manual');
}

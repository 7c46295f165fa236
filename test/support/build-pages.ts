import { ensureBuild } from './builds.ts';

/** What the service serves to the flows, built where it is missing or older than its sources. */
export default async function buildPages(): Promise<void> {
  await ensureBuild('script-tag');
  await ensureBuild('pages');
}

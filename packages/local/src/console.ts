/** The QA console at `/`. */
import { neverStored, type ServiceApp } from '../../service/src/http/app.ts';
import { pageHeaders } from '../../service/src/pages/page-policy.ts';
import { notBuilt, revalidation, staticFile, staticFiles } from '../../service/src/pages/static-files.ts';

/** Serves the QA console at `/`, from the folder of its build. The service's other pages have files of their own. */
export function mountConsole(app: ServiceApp, folder: string, publicOrigin: string): void {
  // It shows sessions with logos from anywhere.
  const headers = pageHeaders({ imageSources: ['https:'], frameAncestors: [], publicOrigin });
  app.get('/', neverStored, headers, staticFile(folder, 'index.html'), notBuilt);
  app.get('/assets/*', revalidation, staticFiles(folder));
}

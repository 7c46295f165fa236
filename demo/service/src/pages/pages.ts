import type { Context } from 'hono';
import { isId } from '../domain/identifiers/id-schema.ts';
import type { Sessions } from '../sessions/sessions.ts';
import type { ServiceApp } from '../http/app.ts';
import type { ServiceEnv } from '../http/environment.ts';
import { pageHeaders, referenceHeaders } from './page-policy.ts';
import { notFound } from '../domain/problem.ts';
import { IMMUTABLE, serveFile } from './static-files.ts';

/** Folders of the two builds. */
export interface PageFolders {
  /** `index.html`, `hosted/index.html`, `hosted/verify.html`, `reference/index.html` and their `assets/`. */
  readonly site: string;
  /** `sign-session.js` and what it loads. */
  readonly widget: string;
}

export interface PagesOptions {
  readonly folders: PageFolders | undefined;
  readonly publicUrl: URL;
  readonly sessions: Sessions;
  /** Of the widget's build in `folders`, such as `0.2.0`. */
  readonly version: string;
}

/** An address with the widget's version in it, behind `/sign-session/`. */
const VERSIONED = /^(\d+\.\d+\.\d+)\/(.+)$/;

/** Serves the pages and the script-tag build beside the API. */
export function mountPages(app: ServiceApp, options: PagesOptions): void {
  const { folders, publicUrl, version } = options;
  const publicOrigin = publicUrl.origin;
  if (folders === undefined) {
    app.get('/', c => c.text('The pages have not been built: npm start does it, or npm run build.\n', 503));
    return;
  }

  async function page(
    c: Context<ServiceEnv>,
    name: string,
    headers: Record<string, string>,
  ): Promise<Response> {
    const answer = await serveFile(folders?.site ?? '', name, c.req.raw);
    if (answer === undefined) return c.text('This page has not been built: run npm run build.\n', 503);
    answer.headers.delete('ETag');
    for (const [header, value] of Object.entries(headers)) answer.headers.set(header, value);
    return answer;
  }

  // The console shows sessions with any logo.
  const console = pageHeaders({ imageSources: ['https:'], frameAncestors: [], publicOrigin });
  const verifier = pageHeaders({ imageSources: [], frameAncestors: [], publicOrigin });
  app.get('/', c => page(c, 'index.html', console));
  // Without an id it checks any file that is dropped.
  app.get('/verify', c => page(c, 'hosted/verify.html', verifier));
  app.get('/verify/:evidenceId', c => page(c, 'hosted/verify.html', verifier));
  app.get('/docs', c => page(c, 'reference/index.html', referenceHeaders()));
  app.get('/s/:sessionId', async c => {
    const session = await hostedSession(options, c.req.param('sessionId'));
    return page(c, 'hosted/index.html', pageHeaders({ ...session, publicOrigin }));
  });
  app.get('/assets/*', c => asset(c, folders.site, c.req.path.slice(1)));
  app.get('/sign-session/*', async c => {
    const name = c.req.path.slice('/sign-session/'.length);
    const [, asked, versioned] = VERSIONED.exec(name) ?? [];
    // Another version's file would run beside a widget that it does not fit.
    if (asked !== undefined && asked !== version) throw notFound();
    const answer = await asset(c, folders.widget, versioned ?? name);
    if (versioned !== undefined) answer.headers.set('Cache-Control', IMMUTABLE);
    answer.headers.set('Access-Control-Allow-Origin', '*');
    answer.headers.set('Cross-Origin-Resource-Policy', 'cross-origin');
    return answer;
  });
}

async function asset(c: Context<ServiceEnv>, folder: string, name: string): Promise<Response> {
  const answer = await serveFile(folder, name, c.req.raw);
  if (answer === undefined) throw notFound();
  return answer;
}

/** What the hosted page of this session may show and who may frame it; the page of an unknown one, nothing. */
async function hostedSession(
  { sessions }: PagesOptions,
  sessionId: string,
): Promise<{ imageSources: string[]; frameAncestors: readonly string[] }> {
  const session = isId(sessionId) ? await sessions.find(sessionId) : undefined;
  if (session === undefined) return { imageSources: [], frameAncestors: [] };
  const logo = session.request.appearance?.logoUrl;
  return {
    imageSources: logo === undefined ? [] : [new URL(logo).origin],
    frameAncestors: session.tenant.allowedOrigins,
  };
}

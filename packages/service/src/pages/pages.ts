import { DEFAULT_PORT } from '@sign-session/bridge-protocol';
import type { Context, Handler, MiddlewareHandler } from 'hono';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { isId } from '../domain/ids.ts';
import type { Locale } from '../domain/locales.ts';
import type { Sessions } from '../sessions/sessions.ts';
import { neverStored, type ServiceApp } from '../http/app.ts';
import type { ServiceEnv } from '../http/environment.ts';
import { acceptedLocale, messagePage } from '../http/message-page.ts';
import { manualHeaders, pageHeaders, referenceHeaders, tokenPageHeaders } from './page-policy.ts';
import { notFound } from '../domain/problem.ts';
import { notBuilt, revalidation, staticFile, staticFiles } from './static-files.ts';

/** Output folders of the two builds. */
export interface PageFolders {
  /** `hosted/index.html`, `verifier/index.html`, `reference/index.html`, `token-bridge/index.html` and their `assets/`. */
  readonly site: string;
  /** `sign-session.js` and what it loads. */
  readonly widget: string;
  /** The manual, if it was built: `index.html` and what it links to. */
  readonly manual?: string | undefined;
}

interface PagesOptions {
  readonly folders: PageFolders | undefined;
  readonly publicUrl: URL;
  readonly sessions: Sessions;
  /** The version of the widget in `folders`, such as `0.4.0`. */
  readonly version: string;
  /** Whether pages of this machine may frame the signer's page: in local mode. */
  readonly loopbackMayFrame: boolean;
}

/** The path of the widget's files, with or without its version. */
const WIDGET_PATH = /^\/sign-session\/(?:(\d+\.\d+\.\d+)\/)?(?=.)/;

/** The manual's builder names files so: `style.DsTEu8xO.css`. */
const MANUAL_HASHED_NAME = /\/assets\/.*\.[\w-]{8}(?:\.lean)?\.(?:js|css|woff2)$/;

/** On the signer's own computer, where they started one. */
const TOKEN_BRIDGE = `ws://127.0.0.1:${DEFAULT_PORT}`;

const versionOf = (path: string): string | undefined => WIDGET_PATH.exec(path)?.[1];

const missing: Handler = () => {
  throw notFound();
};

/** Serves the pages and the script-tag build beside the API. */
export function mountPages(app: ServiceApp, options: PagesOptions): void {
  const { folders, publicUrl } = options;
  if (folders === undefined) {
    app.get('/', c => c.text('The pages have not been built: npm start does it, or npm run build.\n', 503));
    return;
  }
  const publicOrigin = publicUrl.origin;
  const verifier = pageHeaders({ imageSources: [], frameAncestors: [], publicOrigin });
  const hosted: MiddlewareHandler<ServiceEnv, '/s/:sessionId'> = async (c, next) => {
    const session = await hostedSession(options, c.req.param('sessionId'));
    const { loopbackMayFrame } = options;
    const sources = { connectSources: [TOKEN_BRIDGE], publicOrigin, loopbackMayFrame };
    // A search engine that found a signer's link somewhere must not keep it.
    c.header('X-Robots-Tag', 'noindex');
    admitToIsolatedPages(c, session.imageSources);
    return pageHeaders({ ...session, ...sources })(c, next);
  };
  const page = (name: string) => staticFile(folders.site, name);
  // In local mode the console is there.
  app.get('/', c => c.redirect('/verify'));
  // Without an id the page verifies any file that is dropped on it.
  app.get('/verify', neverStored, verifier, page('verifier/index.html'), notBuilt);
  app.get('/verify/:evidenceId', neverStored, verifier, page('verifier/index.html'), notBuilt);
  app.get('/docs', neverStored, referenceHeaders(), page('reference/index.html'), notBuilt);
  // For people who have a token, from whatever page. Search engines may find it.
  app.get(
    '/token-bridge',
    neverStored,
    tokenPageHeaders(TOKEN_BRIDGE),
    page('token-bridge/index.html'),
    notBuilt,
  );
  app.get('/s/:sessionId', neverStored, hosted, page('hosted/index.html'), notBuilt);
  // As some mail programs write the link.
  app.get('/s/:sessionId/', neverStored, hosted, page('hosted/index.html'), notBuilt);
  app.get('/assets/*', revalidation, staticFiles(folders.site), missing);
  mountWidget(app, folders.widget, options.version);
  mountManual(app, folders.manual);
}

/** A folder's address ends in a slash: the manual's scripts take another for a file's. */
const toFolder: Handler = c => c.redirect(`${c.req.path}/`, 308);

/** `npm start` builds the manual in the background; elsewhere its folder may be missing. */
const MANUAL_NOT_BUILT: Readonly<Record<Locale, Readonly<Record<'title' | 'text' | 'label', string>>>> = {
  'pt-BR': {
    title: 'O manual ainda não está pronto',
    text: 'Depois de npm start, ele é compilado em segundo plano, em um ou dois minutos. Esta página se atualiza sozinha. Sem npm start, execute npm run manual.',
    label: 'Atualizar agora',
  },
  en: {
    title: 'The manual is not ready yet',
    text: 'After npm start it is built in the background, in a minute or two. This page reloads by itself. Without npm start, run npm run manual.',
    label: 'Reload now',
  },
  es: {
    title: 'El manual aún no está listo',
    text: 'Después de npm start, se compila en segundo plano, en uno o dos minutos. Esta página se actualiza sola. Sin npm start, ejecute npm run manual.',
    label: 'Actualizar ahora',
  },
};

const RELOAD_AFTER_S = '5';

const manualNotBuilt: Handler = async c => {
  const locale = acceptedLocale(c);
  const { label, ...words } = MANUAL_NOT_BUILT[locale];
  const page = await messagePage(c, { locale, ...words, link: { href: '', label } }, 503);
  page.headers.set('Refresh', RELOAD_AFTER_S);
  page.headers.set('Retry-After', RELOAD_AFTER_S);
  return page;
};

function mountWidget(app: ServiceApp, folder: string, version: string): void {
  const files = staticFiles(folder, {
    rewriteRequestPath: path => path.replace(WIDGET_PATH, ''),
    isImmutable: path => versionOf(path) !== undefined,
    isEntry: path => path === '/sign-session/sign-session.js',
    headers: {
      'Access-Control-Allow-Origin': '*',
      'Cross-Origin-Resource-Policy': 'cross-origin',
      // For its workers: a page that has the policy, as in a frame, runs only those that have it, too.
      'Cross-Origin-Embedder-Policy': 'require-corp',
    },
  });
  // Don't serve another version's files: they would not fit the widget that loads them.
  const ownVersion: MiddlewareHandler = async (c, next) => {
    if ((versionOf(c.req.path) ?? version) !== version) throw notFound();
    await next();
  };
  app.get('/sign-session/*', ownVersion, revalidation, files, missing);
}

/**
 * To the manual in the browser's language. The address with its slash is English for everybody: the switch of languages leads
 * there.
 */
const toManual: Handler = c => {
  const speaksPortuguese =
    /\bpt\b/i.test(c.req.header('Accept-Language') ?? '') && acceptedLocale(c) === 'pt-BR';
  c.header('Vary', 'Accept-Language');
  c.header('Cache-Control', 'no-cache');
  return c.redirect(speaksPortuguese ? '/manual/pt/' : '/manual/', 302);
};

/** Of the published package, the brotli form is there alone. */
const isBuilt = (folder: string): boolean =>
  ['index.html', 'index.html.br'].some(name => existsSync(join(folder, name)));

/** Serves the manual, whose addresses end in `.html` so that any host can serve it; a folder's is its `index.html`. */
function mountManual(app: ServiceApp, folder: string | undefined): void {
  if (folder === undefined) {
    app.get('/manual', manualNotBuilt);
    app.get('/manual/*', manualNotBuilt);
    return;
  }
  // Once it is there: the files of a folder can't be served that is missing.
  let served: MiddlewareHandler | undefined;
  const files: MiddlewareHandler = (c, next) => {
    served ??= staticFiles(folder, {
      rewriteRequestPath: path => path.slice('/manual'.length).replace(/\/$/, '/index.html'),
      isImmutable: path => MANUAL_HASHED_NAME.test(path),
    });
    return served(c, next);
  };
  const whenBuilt: MiddlewareHandler<ServiceEnv> = async (c, next) =>
    served !== undefined || isBuilt(folder) ? next() : manualNotBuilt(c, next);
  app.get('/manual', whenBuilt);
  app.get('/manual/*', whenBuilt);
  app.get('/manual', toManual);
  // Where programs look for it.
  app.get('/llms.txt', c => c.redirect('/manual/llms.txt', 302));
  app.get('/manual/:folder{[a-z-]+}', toFolder);
  app.get('/manual/*', manualHeaders(), revalidation, files, missing);
}

/**
 * Lets a page with `Cross-Origin-Embedder-Policy` frame the signer's page, which else stays blank there. A frame has to have the
 * policy as well: the strict one where all that it loads is the service's own, or the one that loads a foreign logo without
 * cookies, which Safari does not know. As a page of its own it needs neither.
 */
function admitToIsolatedPages(c: Context, imageSources: readonly string[]): void {
  c.header('Cross-Origin-Resource-Policy', 'cross-origin');
  if (c.req.header('Sec-Fetch-Dest') !== 'iframe') return;
  const policy = imageSources.length === 0 ? 'require-corp' : 'credentialless';
  c.header('Cross-Origin-Embedder-Policy', policy);
}

/** Which images the hosted page of a session may show, and who may frame it; none and nobody if it is unknown. */
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

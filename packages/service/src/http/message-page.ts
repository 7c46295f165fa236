/** Pages that say one thing, to people whose browser came to an address where there is nothing else to show. */
import type { Context } from 'hono';
import { html, raw } from 'hono/html';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import { createHash } from 'node:crypto';
import { LOCALES, type Locale } from '../domain/locales.ts';
import type { Problem } from '../domain/problem.ts';

/** Colours, type and measures are those of the signer's page (`pages/hosted/hosted.css`). */
const STYLE = `
:root{background:#eef0f3;color:#16191f;color-scheme:light dark;font:1rem/1.5 system-ui,sans-serif}
body{margin:0;padding:max(16px,10vh) 16px 16px}
main{background:#fff;border-radius:12px;margin:0 auto;max-width:26rem;padding:24px}
h1{font-size:1.25rem;line-height:1.3;margin:0;text-wrap:balance}
p{margin:8px 0 0}
a{background:#16191f;border-radius:8px;color:#fff;display:inline-block;line-height:44px;margin-top:16px;min-width:44px;padding:0 20px;text-align:center;text-decoration:none}
@media (prefers-color-scheme:dark){
:root{background:#0d0f13;color:#f2f4f7}
main{background:#1c2027}
a{background:#f2f4f7;color:#16191f}
}`;

const STYLE_ELEMENT = `<style>${STYLE}</style>`;
const styleHash = createHash('sha256').update(STYLE).digest('base64');

/** Such a page runs nothing and loads nothing but its empty icon, and nobody frames it. */
const HEADERS = {
  'Content-Type': 'text/html; charset=UTF-8',
  'Content-Security-Policy': `default-src 'none'; img-src data:; style-src 'sha256-${styleHash}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
  'X-Content-Type-Options': 'nosniff',
  // The address may hold a provider's answer.
  'Referrer-Policy': 'no-referrer',
  'Cache-Control': 'no-store',
};

interface MessagePage {
  readonly locale: Locale;
  readonly title: string;
  readonly text: string;
  /** The way on. An empty address is this page's own, which is asked for again. */
  readonly link?: { readonly href: string; readonly label: string } | undefined;
  /** Where the browser goes by itself after a second. */
  readonly goesOnTo?: string | undefined;
}

/** The page as an answer. */
export async function messagePage(
  c: Context,
  { locale, title, text, link, goesOnTo }: MessagePage,
  status: ContentfulStatusCode,
): Promise<Response> {
  const page = await html`<!doctype html>
    <html lang="${locale}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="robots" content="noindex" />
        ${goesOnTo === undefined ? '' : html`<meta http-equiv="refresh" content="1;url=${goesOnTo}" />`}
        <title>${title}</title>
        <link rel="icon" href="data:," />
        ${raw(STYLE_ELEMENT)}
      </head>
      <body>
        <main>
          <h1>${title}</h1>
          <p>${text}</p>
          ${link === undefined ? '' : html`<a href="${link.href}">${link.label}</a>`}
        </main>
      </body>
    </html>`;
  return c.body(page.toString(), status, HEADERS);
}

/** The first language of the browser's that there is. @returns Portuguese where there is none: the service's market */
export function acceptedLocale(c: Context): Locale {
  for (const tag of (c.req.header('Accept-Language') ?? '').toLowerCase().split(',')) {
    const language = /^\s*([a-z]{2,3})/.exec(tag)?.[1] ?? '';
    const found = LOCALES.find(locale => locale.split('-')[0] === language);
    if (found !== undefined) return found;
  }
  return 'pt-BR';
}

type ProblemPage = Readonly<Record<'title' | 'text' | 'label', string>>;

const problemPages: Readonly<Record<Locale, Readonly<Record<'missing' | 'passing', ProblemPage>>>> = {
  'pt-BR': {
    missing: {
      title: 'Esta página não existe',
      text: 'Para assinar, abra de novo o link que você recebeu, inteiro. Para conferir um documento assinado, você não precisa de link.',
      label: 'Conferir um documento',
    },
    passing: {
      title: 'O serviço não respondeu',
      text: 'É passageiro. O que você já fez continua valendo. Tente de novo em alguns segundos.',
      label: 'Tentar de novo',
    },
  },
  en: {
    missing: {
      title: 'There is no such page',
      text: 'To sign, open the link that you received once more, all of it. To check a signed document you need no link.',
      label: 'Check a document',
    },
    passing: {
      title: 'The service did not answer',
      text: 'This will pass. What you have done so far still counts. Try again in a few seconds.',
      label: 'Try again',
    },
  },
  es: {
    missing: {
      title: 'Esta página no existe',
      text: 'Para firmar, abra de nuevo el enlace que recibió, completo. Para comprobar un documento firmado no necesita ningún enlace.',
      label: 'Comprobar un documento',
    },
    passing: {
      title: 'El servicio no respondió',
      text: 'Es pasajero. Lo que ya hizo sigue siendo válido. Inténtelo de nuevo en unos segundos.',
      label: 'Intentar de nuevo',
    },
  },
};

/** Whether a person opened the address in a browser: programs don't name this type. */
function isOpenedByPerson(c: Context): boolean {
  return c.req.method === 'GET' && /\btext\/html\b/.test(c.req.header('Accept') ?? '');
}

/**
 * The page in place of a problem object, where a person opened an address of nothing or of a service that can't answer at
 * the moment.
 * @returns undefined for programs, and for problems that only a program can do something about
 */
export async function problemPage(c: Context, problem: Problem): Promise<Response | undefined> {
  if (!isOpenedByPerson(c)) return undefined;
  const isMissing = problem.status === 404;
  if (!isMissing && problem.status !== 429 && problem.status < 500) return undefined;
  const locale = acceptedLocale(c);
  const { label, ...words } = problemPages[locale][isMissing ? 'missing' : 'passing'];
  const link = { href: isMissing ? '/verify' : '', label };
  const page = await messagePage(c, { locale, ...words, link }, problem.status);
  const retryAfter = problem.extras.headers?.['Retry-After'];
  if (retryAfter !== undefined) page.headers.set('Retry-After', retryAfter);
  return page;
}

/** The routes by which signers go to a provider of cloud certificates and come back. */
import type { Context } from 'hono';
import { getCookie, setCookie } from 'hono/cookie';
import { createMiddleware } from 'hono/factory';
import type { CloudAuthorizations, ReturnTarget } from '../cloud-certificates/authorizations.ts';
import type { CloudDiscovery, CloudVisit, CloudVisits } from '../cloud-certificates/cloud-visits.ts';
import { returnedError } from '../cloud-certificates/provider-requests.ts';
import type { Core } from '../core/core.ts';
import { LOCALES } from '../domain/locales.ts';
import { Problem } from '../domain/problem.ts';
import { CLOUD_CALLBACK, CLOUD_NEXT, CLOUD_START } from '../domain/session-links.ts';
import { outOfOrder, requireActive } from '../domain/session-state.ts';
import { currentStepOf, type Session } from '../domain/session.ts';
import { sha256 } from '../domain/sha256.ts';
import { neverStored, type ServiceApp } from '../http/app.ts';
import { route, ok } from '../http/route.ts';
import type { ServiceEnv } from '../http/environment.ts';
import { acceptedLocale, messagePage } from '../http/message-page.ts';
import { signerOnly } from '../oauth/authentication.ts';
import { cloudProvidersAnswer, sessionParams } from '../sessions/answers.ts';
import type { Sessions } from '../sessions/sessions.ts';
import type { Handovers } from './handover.ts';
import type { SessionAccess } from './session-access.ts';

/** What the page says that a provider's page leads back to, in a window of its own. */
type CloudPageKey = 'identified' | 'authorized' | 'failed' | 'over';

interface PageText {
  readonly title: string;
  readonly text: string;
}

const cloudPageMessages: Readonly<
  Record<(typeof LOCALES)[number], Readonly<Record<CloudPageKey, PageText>>>
> = {
  'pt-BR': {
    identified: {
      title: 'Certificado encontrado',
      text: 'Deixe esta janela aberta: o provedor pede aqui, em seguida, a autorização da assinatura. Se nada aparecer, volte para a página do documento.',
    },
    authorized: {
      title: 'Autorização recebida',
      text: 'Volte para a página do documento. A assinatura continua automaticamente. Você pode fechar esta janela.',
    },
    failed: {
      title: 'Nada foi assinado',
      text: 'A autorização não foi dada. Volte para a página do documento, que mostra como continuar.',
    },
    over: {
      title: 'Este pedido não vale mais',
      text: 'Volte para a página do documento e escolha o certificado em nuvem novamente.',
    },
  },
  en: {
    identified: {
      title: 'Certificate found',
      text: 'Leave this window open: your provider asks here in a moment for your authorisation of the signature. If nothing appears, go back to the document’s page.',
    },
    authorized: {
      title: 'Authorisation received',
      text: 'Go back to the document’s page. Signing continues automatically. You can close this window.',
    },
    failed: {
      title: 'Nothing was signed',
      text: 'The authorisation was not given. Go back to the document’s page, which shows how to continue.',
    },
    over: {
      title: 'This request is no longer valid',
      text: 'Go back to the document’s page and choose the cloud certificate again.',
    },
  },
  es: {
    identified: {
      title: 'Certificado encontrado',
      text: 'Deje esta ventana abierta: el proveedor le pide aquí enseguida la autorización de la firma. Si no aparece nada, vuelva a la página del documento.',
    },
    authorized: {
      title: 'Autorización recibida',
      text: 'Vuelva a la página del documento. La firma continúa automáticamente. Puede cerrar esta ventana.',
    },
    failed: {
      title: 'No se firmó nada',
      text: 'No se dio la autorización. Vuelva a la página del documento, que muestra cómo continuar.',
    },
    over: {
      title: 'Esta solicitud ya no es válida',
      text: 'Vuelva a la página del documento y elija de nuevo el certificado en la nube.',
    },
  },
};

/** As long as an authorisation may take. */
const COOKIE_SECONDS = 600;

interface CloudRoutesParts {
  readonly access: SessionAccess;
  readonly sessions: Sessions;
  readonly handovers: Handovers;
  readonly visits: CloudVisits;
  readonly discovery: CloudDiscovery;
  readonly authorizations: CloudAuthorizations;
  readonly publicUrl: URL;
}

/** No page on the way is told the address before it, which may hold a provider's answer. */
const unreferred = createMiddleware<ServiceEnv>(async (c, next) => {
  await next();
  c.res.headers.set('Referrer-Policy', 'no-referrer');
});

/** The way to the page of a provider of cloud certificates and back. Call after the signer's routes. */
export function mountCloudRoutes(app: ServiceApp, core: Core, parts: CloudRoutesParts): void {
  const { clock } = core;
  const { access, discovery } = parts;

  route(app, {
    method: 'post',
    path: '/v1/signing-sessions/{sessionId}/cloud-providers',
    summary: 'Which providers of cloud certificates have one of the signer',
    access: signerOnly(),
    params: sessionParams,
    answer: ok('All providers, in the order of the configuration', cloudProvidersAnswer),
    problems: [409, 410],
    handle: async ({ principal, params }) => {
      const session = await access.open(principal, params.sessionId);
      requireActive(session, clock.now());
      const step = currentStepOf(session);
      if (step?.type !== 'DIGITAL_SIGN_A1') throw outOfOrder(step?.type ?? 'DIGITAL_SIGN_A1');
      return cloudProvidersAnswer.parse({ providers: await discovery.find(session) });
    },
  });

  app.get(CLOUD_START, neverStored, unreferred, c => start(c, core, parts));

  app.get(CLOUD_NEXT, neverStored, unreferred, c => goOn(c, core, parts));

  app.get(CLOUD_CALLBACK, neverStored, unreferred, c => comeBack(c, core, parts));
}

/** Names a way, and is no secret. */
const wayOf = (state: string) => sha256(state).toString('hex').slice(0, 16);

/** One cookie for each way, so that two windows do not take each other's. */
const cookieOf = (way: string) => `cloud-${way}`;

function keepBrowser(
  c: Context<ServiceEnv>,
  way: string,
  browser: string,
  { publicUrl }: CloudRoutesParts,
): void {
  setCookie(c, cookieOf(way), browser, {
    httpOnly: true,
    sameSite: 'Lax',
    secure: publicUrl.protocol === 'https:',
    path: CLOUD_CALLBACK,
    maxAge: COOKIE_SECONDS,
  });
}

async function start(c: Context<ServiceEnv>, core: Core, parts: CloudRoutesParts): Promise<Response> {
  const { visits, sessions } = parts;
  return leave(c, await visits.visit(c.req.query('t') ?? '', id => sessions.find(id)), core, parts);
}

/** Ties what follows to this browser, and sends it to the provider's page, whose address holds the signer's CPF. */
function leave(
  c: Context<ServiceEnv>,
  visit: CloudVisit | undefined,
  core: Core,
  parts: CloudRoutesParts,
): Response | Promise<Response> {
  if (visit === undefined) return page(c, undefined, 'over');
  if (visit.kind === 'failed') {
    core.changes.announce(visit.session.sessionId);
    return page(c, visit.session.locale, 'failed');
  }
  keepBrowser(c, wayOf(visit.state), visit.browser, parts);
  return c.redirect(visit.url, 303);
}

/**
 * The window of a first authorisation asks for the second one. The signer's page can't lead it on: a page on the way may
 * have cut it off (Cross-Origin-Opener-Policy), as the hosted page does.
 */
async function goOn(c: Context<ServiceEnv>, core: Core, parts: CloudRoutesParts): Promise<Response> {
  const { visits, sessions } = parts;
  const way = c.req.query('way') ?? '';
  const locale = LOCALES.find(each => each === c.req.query('lang'));
  const next = await visits.next(getCookie(c, cookieOf(way)) ?? '', id => sessions.find(id));
  if (next === 'waiting') return page(c, locale, 'identified', way);
  return next === 'failed' ? page(c, locale, 'failed') : leave(c, next, core, parts);
}

async function comeBack(c: Context<ServiceEnv>, core: Core, parts: CloudRoutesParts): Promise<Response> {
  const { changes } = core;
  const { authorizations, sessions } = parts;
  const state = c.req.query('state') ?? '';
  const code = c.req.query('code');
  const way = wayOf(state);
  const browser = getCookie(c, cookieOf(way)) ?? '';
  const error = code === undefined ? returnedError(c.req.query('error') ?? '') : undefined;
  const result = error === undefined ? { code: code ?? '' } : { error };
  const back = await authorizations.comeBack({ state, browser }, result);
  const session = back && (await sessions.find(back.sessionId));
  if (back === undefined || session === undefined) return page(c, undefined, 'over');
  changes.announce(session.sessionId);
  const address = await addressOf(back.target, session, core, parts);
  if (address !== undefined) return c.redirect(address, 303);
  if (error !== undefined) return page(c, session.locale, 'failed');
  if (back.scope !== 'service') return page(c, session.locale, 'authorized');
  keepBrowser(c, way, browser, parts);
  return page(c, session.locale, 'identified', way);
}

/** Where the signer goes on; undefined: in the window that is still open. */
async function addressOf(
  target: ReturnTarget,
  session: Session,
  { links, database }: Core,
  { handovers }: CloudRoutesParts,
): Promise<string | undefined> {
  switch (target.kind) {
    case 'window':
      return undefined;
    case 'page':
      return target.url;
    case 'hosted':
      break;
  }
  try {
    // This browser left from the session's page, and the secret is in no address and no storage.
    const { code, settle } = handovers.prepare(session);
    await settle(database);
    return links.handoverLink(session.sessionId, code);
  } catch (problem) {
    // It has ended meanwhile.
    if (problem instanceof Problem) return undefined;
    throw problem;
  }
}

/** @param way of a window that goes on by itself */
async function page(
  c: Context<ServiceEnv>,
  locale: Session['locale'] | undefined,
  key: CloudPageKey,
  way?: string,
): Promise<Response> {
  const language = locale ?? acceptedLocale(c);
  const goesOnTo = way === undefined ? undefined : `${CLOUD_NEXT}?way=${way}&lang=${language}`;
  return messagePage(
    c,
    { locale: language, ...cloudPageMessages[language][key], goesOnTo },
    key === 'over' ? 410 : 200,
  );
}

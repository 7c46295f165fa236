/** The page of a test provider, on which somebody approves or denies, and OAuth's way there and back. */
import type { Context } from 'hono';
import { otherHolder } from '../authority/test-certificates.ts';
import type { TestCloudHolders } from '../authority/test-signers.ts';
import type { AskedGrant, TestClient, TestGrants } from './grants.ts';
import type { TestVariant } from './variants.ts';
import { html } from 'hono/html';

export interface AuthorizeOptions {
  readonly client: TestClient;
  readonly grants: TestGrants;
  readonly holders: Pick<TestCloudHolders, 'of'>;
}

/** Of a provider, what its page needs. */
export interface AuthorizingProvider {
  readonly name: string;
  /** The path before `/authorize`. */
  readonly prefix: string;
  /** OAuth's error when the signer says no. */
  readonly denial: string;
}

const QUESTION = 'Um documento pede sua assinatura com o certificado em nuvem.';

const SCOPES = ['single_signature', 'multi_signature', 'signature_session', 'authentication_session'];

/** Refuses on its own page what must not lead back: an unknown client or address (RFC 6749, 4.1.2.1). */
export async function showAuthorize(
  c: Context,
  variant: TestVariant,
  { client, grants, holders }: AuthorizeOptions,
): Promise<Response> {
  const query = (name: string) => c.req.query(name);
  const redirectUri = query('redirect_uri');
  if (query('client_id') !== client.clientId || redirectUri !== client.redirectUri) {
    return c.text('client_id ou redirect_uri não cadastrados.', 400);
  }
  const state = query('state');
  const challenge = query('code_challenge') ?? '';
  const scope = query('scope') ?? '';
  const life = Number(query('lifetime') ?? variant.longestLife);
  const isRight =
    query('response_type') === 'code' &&
    query('code_challenge_method') === 'S256' &&
    /^[\w-]{43}$/.test(challenge) &&
    SCOPES.includes(scope) &&
    Number.isInteger(life) &&
    life > 0;
  if (!isRight) return c.redirect(back({ redirectUri, state }, { error: 'invalid_request' }), 302);
  const lifeSeconds = Math.min(life, variant.longestLife);
  const holder = query('login_hint') ?? '52998224725';
  // The first certificate takes seconds, if the authority has to be made: longer than clients wait for the token.
  await holders.of(holder);
  const id = grants.ask({
    providerId: variant.id,
    redirectUri,
    state,
    challenge,
    scope,
    lifeSeconds,
    holder,
  });
  return showPage(c, variant, { id, isWaiting: false });
}

/** Shows the page on which somebody decides. @param asked for a provider that was not told who signs, with whom to suggest */
export async function showPage(
  c: Context,
  { name, prefix }: AuthorizingProvider,
  asked: { id: string; isWaiting: boolean; question?: string; holder?: string },
): Promise<Response> {
  const action = new URL(c.req.url).pathname;
  const style = action.slice(0, -`${prefix}/authorize`.length) + '/style.css';
  c.header('Content-Security-Policy', `default-src 'none'; style-src 'self'; frame-ancestors 'none'`);
  c.header('Cache-Control', 'no-store');
  return c.html(authorizePage({ question: QUESTION, ...asked, provider: name, action, style }));
}

export async function decide(
  c: Context,
  provider: AuthorizingProvider,
  { grants }: Pick<AuthorizeOptions, 'grants'>,
): Promise<Response> {
  const form = await c.req.formData();
  const id = c.req.query('request') ?? '';
  const decision = DECISIONS.find(each => each === form.get('decision'));
  const asked = grants.asked(id);
  if (asked === undefined || decision === undefined) return c.text('Pedido desconhecido ou vencido.', 400);
  if (decision === 'wait') return showPage(c, provider, { id, isWaiting: true });
  if (decision === 'deny') {
    grants.deny(id);
    return c.redirect(back(asked, { error: provider.denial }), 303);
  }
  const given = form.get('holder');
  const named = (typeof given === 'string' && given.replaceAll(/[^0-9A-Z]/g, '')) || asked.holder;
  const code = grants.approve(id, decision === 'approve' ? named : otherHolder(named)) ?? '';
  return c.redirect(back(asked, { code }), 303);
}

/** VIDaaS answers `NONE` for a state that was not sent; here all do. */
export function back(
  { redirectUri, state = 'NONE' }: Pick<AskedGrant, 'redirectUri' | 'state'>,
  result: Record<string, string>,
): string {
  const url = new URL(redirectUri);
  for (const [name, value] of Object.entries({ ...result, state })) url.searchParams.set(name, value);
  return url.href;
}

/** What QA can do on a test provider's page. */
const DECISIONS = ['approve', 'deny', 'wait', 'other-holder'] as const;
type Decision = (typeof DECISIONS)[number];

const LABELS: Readonly<Record<Decision, string>> = {
  approve: 'Autorizar',
  deny: 'Recusar',
  wait: 'Deixar esperando',
  'other-holder': 'Autorizar com o certificado de outra pessoa',
};

/** The page's style sheet, served beside it. */
export const STYLE = `
:root { color-scheme: light dark; font: 1rem/1.5 system-ui, sans-serif; }
body { max-width: 26rem; margin: 0 auto; padding: 1.5rem 1rem; }
h1 { font-size: 1.25rem; }
label { display: block; }
button { display: block; width: 100%; min-height: 2.75rem; margin: .75rem 0; font: inherit; }
.note { padding: .5rem .75rem; border: 1px solid; border-radius: .25rem; }
`;

/**
 * Stands for the page of a provider, where its app shows a code to scan. Nothing in it is remembered.
 * @param action where its form goes
 */
function authorizePage(page: {
  readonly provider: string;
  readonly id: string;
  readonly action: string;
  readonly style: string;
  readonly isWaiting: boolean;
  /** What the signer is asked. */
  readonly question: string;
  /** A CPF or CNPJ that QA can change, where nobody said who signs. */
  readonly holder?: string | undefined;
}) {
  const { provider, id, action, style, isWaiting, question, holder } = page;
  return html`<!doctype html>
    <html lang="pt-BR">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${provider}</title>
        <link rel="stylesheet" href="${style}" />
      </head>
      <body>
        <h1>${provider}</h1>
        <p class="note">Provedor de teste deste computador. Nenhuma empresa está envolvida.</p>
        ${isWaiting ? html`<p role="status">Aguardando a pessoa no aplicativo.</p>` : ''}
        <p>${question}</p>
        <form method="post" action="${action}?request=${id}">
          ${
            holder === undefined
              ? ''
              : html`<label>CPF ou CNPJ <input name="holder" placeholder="${holder}" /></label>`
          }
          ${DECISIONS.map(
            decision => html`<button name="decision" value="${decision}">${LABELS[decision]}</button>`,
          )}
        </form>
      </body>
    </html>`;
}

import type { Context } from 'hono';
import { otherHolder } from '../pki/test-certificates.ts';
import type { TestCloudHolders } from '../pki/test-cloud-holders.ts';
import { authorizePage, DECISIONS } from './authorize-page.ts';
import type { AskedGrant, TestClient, TestGrants } from './test-grants.ts';
import type { TestVariant } from './test-variants.ts';

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
  return page(c, variant, { id, isWaiting: false });
}

/** Shows the page on which somebody decides. @param asked for a provider that was not told who signs, with whom to suggest */
export async function page(
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
  if (decision === 'wait') return page(c, provider, { id, isWaiting: true });
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

import { createRoute, z } from '@hono/zod-openapi';
import type { Core } from '../core/core.ts';
import type { ServiceApp } from '../http/app.ts';
import type { EnvironmentAddresses } from '../http/client-address.ts';
import { json, problems, PUBLIC } from '../http/openapi-parts.ts';
import { receiveBody } from '../http/request-body.ts';
import { Problem } from '../domain/problem.ts';
import { validationProblem } from '../http/validation.ts';
import { noteTenant } from '../support/logs.ts';
import { ACCESS_TOKEN_LIFETIME, type AccessTokens } from './authentication.ts';
import type { ClientAssertions } from './client-assertions.ts';
import {
  ASSERTION_TYPE,
  type ClientCredentials,
  clientIdSchema,
  invalidClient,
  readClientCredentials,
  TokenLimits,
  tokenProblem,
} from './client-credentials.ts';
import { authenticateClient, type Client } from './clients.ts';
import { grantScopes } from '../domain/principal.ts';

const tokenRequest = z.object({
  // Others are refused in the words of RFC 6749, not as a value of the wrong form.
  grant_type: z.string().openapi({ enum: ['client_credentials'] }),
  client_id: clientIdSchema.optional().describe('May be left out where the assertion or Basic says it.'),
  client_secret: z.string().min(1).max(500).optional(),
  client_assertion: z
    .string()
    .max(4000)
    .optional()
    .describe(
      'Instead of a secret: a JWT by ES256 with kid; iss and sub the client, jti, exp in 300 s at most.',
    ),
  client_assertion_type: z
    .string()
    .max(200)
    .optional()
    .openapi({ enum: [ASSERTION_TYPE] }),
  scope: z.string().max(1000).optional(),
});

const tokenAnswer = z
  .object({
    access_token: z.string(),
    token_type: z.literal('Bearer'),
    expires_in: z.number(),
    scope: z.string(),
  })
  .openapi('AccessToken');

const tokenRoute = createRoute({
  method: 'post',
  path: '/oauth2/token',
  summary: 'Exchange client credentials for an access token (RFC 6749, 4.4)',
  security: PUBLIC,
  middleware: receiveBody(16 * 1024),
  request: {
    body: { required: true, content: { 'application/x-www-form-urlencoded': { schema: tokenRequest } } },
  },
  responses: { 200: json('The token', tokenAnswer), ...problems(400, 401, 415, 429, 503) },
});

interface OAuthParts {
  readonly tokens: AccessTokens;
  readonly assertions: ClientAssertions;
  readonly addresses: EnvironmentAddresses;
  /** Whether a secret may authenticate anybody. */
  readonly acceptsSecret: (secret: string) => boolean;
}

/** @throws Problem `unauthorized`, with `error` as in RFC 6749, 5.2 */
async function requireAuthentic(
  { database, clock }: Core,
  { assertions, addresses, acceptsSecret }: OAuthParts,
  credentials: ClientCredentials,
  requestUrl: string,
  check: (clientId: string, authenticate: () => Promise<Client | undefined>) => Promise<Client | undefined>,
): Promise<Client> {
  const { clientId } = credentials;
  const client = await check(clientId, async () => {
    if (credentials.by === 'assertion') return assertions.authenticate(clientId, credentials.assertion);
    const { secret } = credentials;
    return acceptsSecret(secret)
      ? authenticateClient(database, { clientId, secret, now: clock.now() })
      : undefined;
  });
  if (client !== undefined) {
    noteTenant(client.tenantId);
    addresses.require(client.environment, requestUrl);
    return client;
  }
  throw invalidClient();
}

export function mountOAuth(app: ServiceApp, core: Core, parts: OAuthParts): void {
  const limits = new TokenLimits(core.rateLimits);
  app.openapi(
    tokenRoute,
    async c => {
      const form = c.req.valid('form');
      const credentials = readClientCredentials(form, c.req.header('Authorization'));
      if (form.grant_type !== 'client_credentials') {
        throw tokenProblem('unsupported_grant_type', 'grant_type must be client_credentials.');
      }
      const client = await requireAuthentic(core, parts, credentials, c.req.url, (id, authenticate) =>
        limits.check(id, c.env.connection?.remoteAddress, authenticate),
      );
      const scopes = grantScopes(form.scope, client.scopes);
      if (scopes.length === 0) {
        throw tokenProblem('invalid_scope', 'None of the requested scopes are authorized.');
      }
      c.header('Cache-Control', 'no-store');
      const answer = {
        access_token: await parts.tokens.issue(client, scopes),
        token_type: 'Bearer' as const,
        expires_in: ACCESS_TOKEN_LIFETIME,
        scope: scopes.join(' '),
      };
      return c.json(answer, 200);
    },
    result => {
      if (result.success) return;
      const { message, extras } = validationProblem(result.error);
      throw new Problem('validation-error', message, { ...extras, members: { error: 'invalid_request' } });
    },
  );
}

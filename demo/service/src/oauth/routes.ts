import { createRoute, z } from '@hono/zod-openapi';
import type { ServiceApp } from '../http/app.ts';
import { limitBody } from '../http/body-limits.ts';
import { json, problems, PUBLIC } from '../http/openapi-parts.ts';
import { Problem } from '../http/problem.ts';
import { text } from '../http/request-values.ts';
import { validationProblem } from '../http/validation.ts';
import type { Database } from '../storage/database.ts';
import { ACCESS_TOKEN_LIFETIME, type AccessTokens } from './access-tokens.ts';
import { authenticateClient } from './clients.ts';
import { grantScopes } from './scopes.ts';
import { TokenLimits } from './token-limits.ts';

const tokenRequest = z.object({
  grant_type: z.string(),
  client_id: text(200),
  client_secret: z.string().min(1).max(500),
  scope: z.string().max(1000).optional(),
});

const tokenAnswer = z.object({
  access_token: z.string(),
  token_type: z.literal('Bearer'),
  expires_in: z.number(),
  scope: z.string(),
});

const tokenRoute = createRoute({
  method: 'post',
  path: '/oauth2/token',
  summary: 'Exchange client credentials for an access token (RFC 6749, 4.4)',
  security: PUBLIC,
  middleware: limitBody(16 * 1024),
  request: {
    body: { required: true, content: { 'application/x-www-form-urlencoded': { schema: tokenRequest } } },
  },
  responses: { 200: json('The token', tokenAnswer), ...problems(400, 401, 415, 429, 503) },
});

/** A problem object with OAuth's own `error` beside it (RFC 6749, 5.2). */
function refusal(kind: 'validation-error' | 'unauthorized', error: string, detail: string): Problem {
  return new Problem(kind, detail, { members: { error } });
}

export function mountOAuth(app: ServiceApp, options: { database: Database; tokens: AccessTokens }): void {
  const limits = new TokenLimits();
  app.openapi(
    tokenRoute,
    async c => {
      const { grant_type: grantType, client_id: id, client_secret: secret, scope } = c.req.valid('form');
      if (grantType !== 'client_credentials') {
        throw refusal('validation-error', 'unsupported_grant_type', 'grant_type must be client_credentials.');
      }
      const client = await limits.check(id, c.env.connection?.remoteAddress, () =>
        authenticateClient(options.database, id, secret),
      );
      if (client === undefined) {
        throw refusal('unauthorized', 'invalid_client', 'The client credentials are wrong.');
      }
      const scopes = grantScopes(scope, client.scopes);
      if (scopes.length === 0) {
        throw refusal('validation-error', 'invalid_scope', 'None of the requested scopes are authorized.');
      }
      c.header('Cache-Control', 'no-store');
      const answer = {
        access_token: await options.tokens.issue(client, scopes),
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

/** The OpenAPI document, made from the routes. */
import { z } from '@hono/zod-openapi';
import { EVENT_TYPES, type EventType } from '../../event-types.ts';
import type { Scope } from '../domain/principal.ts';
import type { ServiceApp } from '../http/app.ts';
import { isObject } from '../http/validation.ts';
import { completeOperations, EXAMPLES, HEADER_COMPONENTS, operationsOf } from './complete-operations.ts';
import { type OpenApiDocument, TAGS } from './operation.ts';
import { isRefused, tidySchemas } from './tidy-schemas.ts';
import { EVENT_ENTRIES } from './webhook-event.ts';

/** `info.description`: what to know before reading any single operation. CommonMark. */
const INTRODUCTION = `Electronic signatures and confirmations of identity, in one of four flows:

- **Signing sessions**: one signer signs one PDF on the hosted page or in the widget.
- **Trust sessions**: one signer confirms one action. There is no document.
- **Envelopes**: two or more signers of one PDF, in any order or one after the other.
- **Transactions**: the direct flow. Your server takes each step, and the signer sees no page of the service.

Each flow ends with an evidence pack, which anybody with its id can verify.

## Authentication

Your server exchanges its client credentials at \`POST /oauth2/token\` for an access token. The signer’s page uses the \`clientSecret\` of its session instead. Never give an access token or the client’s own secret to a browser. Sandbox and production have separate credentials.

## Repeating requests

Send \`X-Idempotency-Key\` (or \`Idempotency-Key\`) with requests that change something. A repeat with the same key and body gets the first answer for 24 hours. Another body with the same key is answered by 409 \`idempotency-conflict\`.

## Bodies

JSON is UTF-8; another encoding is answered by 400, and so is a text with U+FFFD, which stands for characters that were lost. A body with a \`Content-Encoding\` is answered by 415. An optional member may be null, which means the same as leaving it out.

## Errors

Errors are problem objects (RFC 9457) with \`type\`, \`title\`, \`status\`, \`detail\` and \`instance\`. With \`validation-error\`, \`errors\` names each wrong value by a JSON Pointer. Answers with 429 or 503 say in \`Retry-After\` when to try again, except where a quota is used up, or an integrator would have to wait for more than a minute: \`RateLimit-Reset\` says how long that is. What belongs to another tenant is answered by 404, like what does not exist.

## Limits

A PDF has at most 10 MB in base64. A session sends 5 one-time codes within an hour at most, and an address or number gets 10, from all sessions together: after that no code is sent, in the sandbox none is answered, and the step says \`rate-limit\` in \`error\` and which limit it is in \`errorDetail\`. Where a quota limits the tenant, \`RateLimit-Limit\`, \`RateLimit-Remaining\` and \`RateLimit-Reset\` say how much of it is left. The sandbox uses up no quota, and its data is erased after 7 days.

## Webhooks

The service sends 20 types of events to the addresses that you register, at least once each. Verify \`X-Service-Signature\` over the raw body, then ignore deliveries whose \`id\` you have seen.

## Versions

The path selects the version. \`API-Version\` only informs. \`X-Request-Id\` identifies each request in the log of the service. Members, operations and enum values may be added at any time. Deprecated operations say so in \`Deprecation\`, \`Sunset\` and \`Link\`, and keep working for at least six months.`;

const PREFIX = '#/components/schemas/';

type Schemas = Readonly<Record<string, unknown>>;

const entriesOf = (value: unknown): [string, unknown][] => (isObject(value) ? Object.entries(value) : []);

/** Adds the names of all schemas that a part refers to, also through other schemas. */
function addNames(part: unknown, schemas: Schemas, names: Set<string>): Set<string> {
  if (Array.isArray(part)) for (const one of part) addNames(one, schemas, names);
  for (const [key, value] of entriesOf(part)) {
    if (key !== '$ref' || typeof value !== 'string' || !value.startsWith(PREFIX)) {
      addNames(value, schemas, names);
      continue;
    }
    const name = value.slice(PREFIX.length);
    if (names.has(name)) continue;
    names.add(name);
    addNames(schemas[name], schemas, names);
  }
  return names;
}

/** The schema of a member that may be null as well. */
function orNull(schema: unknown): unknown {
  if (!isObject(schema) || isRefused(schema)) return schema;
  const { type, enum: values, anyOf, description, ...rest } = schema;
  if (typeof type === 'string') {
    const withNull = Array.isArray(values) ? { enum: [...values, null] } : {};
    return { ...schema, type: [type, 'null'], ...withNull };
  }
  const described = description === undefined ? {} : { description };
  const alternatives = Array.isArray(anyOf) ? anyOf : [rest];
  return { ...described, anyOf: [...alternatives, { type: 'null' }] };
}

/** Lets the optional members of a request's objects be null. @param renamed names of the schemas that it refers to */
function takeNulls(part: unknown, renamed: ReadonlyMap<string, string>): unknown {
  if (Array.isArray(part)) return part.map(one => takeNulls(one, renamed));
  if (!isObject(part)) return part;
  const taken = Object.fromEntries(entriesOf(part).map(([key, value]) => [key, takeNulls(value, renamed)]));
  const { $ref, properties, required, additionalProperties } = taken;
  if (typeof $ref === 'string') {
    const name = $ref.slice(PREFIX.length);
    taken['$ref'] = PREFIX + (renamed.get(name) ?? name);
  }
  if (taken['type'] !== 'object') return taken;
  const isRequired = (key: string): boolean => Array.isArray(required) && required.includes(key);
  if (isObject(properties)) {
    taken['properties'] = Object.fromEntries(
      entriesOf(properties).map(([key, schema]) => [key, isRequired(key) ? schema : orNull(schema)]),
    );
  }
  if (isObject(additionalProperties)) taken['additionalProperties'] = orNull(additionalProperties);
  return taken;
}

/**
 * Says in a document that requests may hold null for what is optional (`http/route.ts`). A named schema that
 * answers have too stays as it is; requests get one of their own, such as `GeolocationRequest`.
 */
function takeNullMembers(document: OpenApiDocument): void {
  const schemas: Schemas = document.components?.schemas ?? {};
  const operations = [...operationsOf(document).values()];
  const answers = operations.map(({ responses }) => responses);
  const answered = addNames([answers, document.webhooks], schemas, new Set());
  const bodies = operations.map(({ requestBody }) => requestBody);
  const named = [...addNames(bodies, schemas, new Set())];
  const renamed = new Map(named.filter(name => answered.has(name)).map(name => [name, `${name}Request`]));
  const requested = named.map(name => [renamed.get(name) ?? name, takeNulls(schemas[name], renamed)]);
  Object.assign(schemas, Object.fromEntries(requested));
  for (const operation of operations) {
    const { requestBody } = operation;
    if (requestBody !== undefined) Object.assign(operation, { requestBody: takeNulls(requestBody, renamed) });
  }
}

/** Headers of every delivery (service interface, "Delivery headers"). */
const headers = z.object({
  'X-Service-Signature': z
    .string()
    .describe('HMAC-SHA256 in hex over `{X-Service-Timestamp}.{raw body}`; the key is the webhook’s secret.'),
  'X-Service-Timestamp': z
    .string()
    .describe('Unix seconds. Refuse a delivery that is more than 300 seconds away from your clock.'),
  'X-Service-Webhook-Id': z.string(),
  traceparent: z
    .string()
    .optional()
    .describe('W3C Trace Context of the request that caused the event, if it or the service is traced'),
});

/** `ENVELOPE.ALL_SIGNED` → `EnvelopeAllSigned` */
const pascalCase = (type: EventType): string =>
  type.toLowerCase().replaceAll(/(?:^|[._])([a-z])/g, (_, letter: string) => letter.toUpperCase());

function deliveryOf(type: EventType) {
  const { data, transaction: named } = EVENT_ENTRIES[type];
  const ofOne = z.string().optional().describe('Absent for a photo that you enrolled yourself.');
  const transactionId = named === 'always' ? z.string() : ofOne;
  return z
    .object({
      id: z.string().describe('Of the delivery. Repeated attempts have the same: ignore what you have seen.'),
      eventType: z.literal(type),
      tenantId: z.string(),
      ...(named !== 'never' && { transactionId }),
      timestamp: z.iso.datetime().describe('When it happened. ISO 8601, UTC'),
      data: data.openapi(`${pascalCase(type)}Data`),
    })
    .openapi(`${pascalCase(type)}Event`);
}

/** Describes every event under `webhooks`. */
function registerWebhooks(app: ServiceApp): void {
  for (const type of EVENT_TYPES) {
    const { description } = EVENT_ENTRIES[type];
    app.openAPIRegistry.registerWebhook({
      method: 'post',
      path: type,
      operationId: `on${pascalCase(type)}`,
      tags: ['Webhooks'],
      summary: type,
      description,
      // Deliveries are authenticated by the signature header, not by a security scheme.
      security: [],
      request: {
        headers,
        body: {
          required: true,
          content: { 'application/json': { schema: deliveryOf(type), example: EXAMPLES.events[type] } },
        },
      },
      responses: {
        '2XX': {
          description:
            'Received. Any other status, or none within 10 seconds, makes the service try again: up to 6 attempts in 2 h 42 min.',
        },
      },
    });
  }
}

const ACCESS_TOKEN = 'The integrator’s access token. It is valid for 15 minutes.';
const SCOPE_DESCRIPTIONS: Readonly<Record<Scope, string>> = {
  'transactions:read': 'Read sessions, envelopes and transactions.',
  'transactions:write': 'Create and cancel them.',
  'steps:write': 'Take the steps of a signer.',
  'evidence:read': 'Read evidence, and download what was signed.',
  'webhooks:write': 'Register, test and delete webhooks.',
  'verification:write': 'Verify any PDF.',
  'people:erase': 'Erase a person; for clients whose list of scopes names it, and asked for by name.',
};
const CLIENT_SECRET = 'The signer’s client secret (ss_secret_…), for its own session only.';
const ADMIN_TOKEN = 'The administrator’s token, which the service is started with (ADMIN_TOKEN).';

/** Serves the OpenAPI document of every route mounted before. */
export function mountOpenApiDocument(app: ServiceApp, publicUrl: string): void {
  registerComponents(app, publicUrl);
  registerWebhooks(app);
  let text: string | undefined;
  app.get('/openapi.json', c => {
    text ??= JSON.stringify(tidySchemas(createDocument(app, publicUrl)));
    return c.body(text, 200, { 'Content-Type': 'application/json' });
  });
}

function registerComponents(app: ServiceApp, publicUrl: string): void {
  const bearers = { clientSecret: CLIENT_SECRET, adminToken: ADMIN_TOKEN };
  const registry = app.openAPIRegistry;
  registry.registerComponent('securitySchemes', 'accessToken', {
    type: 'oauth2',
    description: ACCESS_TOKEN,
    flows: { clientCredentials: { tokenUrl: `${publicUrl}/oauth2/token`, scopes: SCOPE_DESCRIPTIONS } },
  });
  for (const [name, description] of Object.entries(bearers)) {
    registry.registerComponent('securitySchemes', name, { type: 'http', scheme: 'bearer', description });
  }
  for (const [name, header] of Object.entries(HEADER_COMPONENTS)) {
    registry.registerComponent('headers', name, header);
  }
  registry.registerComponent('parameters', 'IdempotencyKey', {
    name: 'X-Idempotency-Key',
    in: 'header',
    description:
      'Makes repeating a request safe: for 24 hours a repeat with the same key and body gets the first answer. Another body with the same key is answered by 409. The name `Idempotency-Key` is taken as well.',
    schema: { type: 'string', minLength: 1, maxLength: 255 },
    example: '3f2b8c1e-9d47-4a60-b5f3-0c6a1e7d2b94',
  });
}

function createDocument(app: ServiceApp, publicUrl: string): OpenApiDocument {
  const document = app.getOpenAPI31Document({
    openapi: '3.1.0',
    info: {
      title: 'Electronic signature service',
      version: '1.0',
      description: INTRODUCTION,
      license: { name: 'MIT', url: 'https://opensource.org/license/mit' },
    },
    servers: [{ url: publicUrl }],
    externalDocs: { url: `${publicUrl}/docs`, description: 'This document as a page' },
    tags: Object.entries(TAGS).map(([name, description]) => ({ name, description })),
  });
  completeOperations(document);
  takeNullMembers(document);
  return document;
}

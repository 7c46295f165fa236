/** What the OpenAPI document says of operations beside their schemas: examples and headers. */
import type { EventType } from '../../event-types.ts';
import { PROBLEM_NAMES } from '../http/openapi-parts.ts';
import recorded from './examples.json' with { type: 'json' };
import type { DocumentedOperation, OpenApiDocument } from './operation.ts';
import { OPERATION_ENTRIES } from './operations.ts';

/** Example bodies of an operation's request and response. */
export interface Example {
  readonly request?: unknown;
  /** If the body is one of several, an example of each, by name. */
  readonly requests?: Readonly<Record<string, unknown>>;
  readonly answer?: unknown;
}

/** What a run of the service took, answered and delivered. `npm run record:examples` writes it. */
interface Examples {
  /** By operation id. */
  readonly operations: Readonly<Record<string, Example>>;
  /** The body of a delivery of each event type. */
  readonly events: Readonly<Record<EventType, Readonly<Record<string, unknown>>>>;
}

export const EXAMPLES: Examples = recorded;

const text = (description: string, example: string) => {
  return { description, schema: { type: 'string' as const }, example };
};
const count = (description: string, example: number) => {
  return { description, schema: { type: 'integer' as const, minimum: 0 }, example };
};

/** The response headers of the interface, under `components`. */
export const HEADER_COMPONENTS = {
  'API-Version': text('Version of the interface. It selects nothing.', '1.0'),
  'X-Request-Id': text(
    'Identifies the request in the log of the service. Name it when you report a problem.',
    '0b9f3c4e-6a0d-4c57-9e21-2f6d5d0f8a11',
  ),
  'Retry-After': count(
    'Seconds to wait before the request is repeated (RFC 9110). Absent where a quota is used up, and to access tokens where it is over a minute.',
    2,
  ),
  'WWW-Authenticate': text('How to authenticate (RFC 9110).', 'Bearer'),
  'RateLimit-Limit': count('The quota with its tolerance. Absent where no quota limits the tenant.', 1000),
  'RateLimit-Remaining': count('What is left of the quota.', 998),
  'RateLimit-Reset': count(
    'Seconds until the quota is reset, or until a request that came too often may be repeated.',
    896_516,
  ),
  Deprecation: text('Since when the endpoint is deprecated (RFC 9745).', '@1756684800'),
  Sunset: text('When the endpoint is removed (RFC 8594).', 'Tue, 01 Sep 2026 00:00:00 GMT'),
  Link: text(
    'The endpoint that replaces this one.',
    '</admin/tenants/shop/credentials>; rel="successor-version"',
  ),
  ETag: text('SHA-256 of the file in hex, in quotes.', '"9f86d081…"'),
  Location: text(
    'Where the bytes are for a minute (RFC 9110).',
    'https://documents.example/doc_1?X-Amz-Signature=…',
  ),
  'Repr-Digest': text(
    'SHA-256 of the whole file (RFC 9530).',
    'sha-256=:n4bQgYhMfWWaL+qgxVrQFaO/TxsrC4Is0V1sFbDwCgg=:',
  ),
  'Content-Disposition': text('The name of the file (RFC 6266).', 'attachment; filename="contrato.pdf"'),
  'Accept-Ranges': text('That parts of the file can be asked for (RFC 9110).', 'bytes'),
  'Content-Range': text('Which bytes of the file these are.', 'bytes 0-1023/48211'),
};
type HeaderName = keyof typeof HEADER_COMPONENTS;

/** Operations that can answer 429 but use no quota. */
const WITHOUT_QUOTA = new Set(['createAccessToken', 'streamSigningSession', 'finalizeTransaction']);

const QUOTA = ['RateLimit-Limit', 'RateLimit-Remaining', 'RateLimit-Reset'] as const;
const FILE = ['ETag', 'Repr-Digest', 'Content-Disposition'] as const;

/** The headers of a response. */
function headersOf(operation: DocumentedOperation, status: string, isProblem: boolean): HeaderName[] {
  const { operationId = '', deprecated = false, responses = {} } = operation;
  const hasQuota = '429' in responses && !WITHOUT_QUOTA.has(operationId);
  const isFile = operationId === 'downloadDocument' && !isProblem;
  return [
    'API-Version' as const,
    'X-Request-Id' as const,
    ...(hasQuota && /^2|^429$/.test(status) ? QUOTA : []),
    ...(isProblem && /^(429|503)$/.test(status) ? ['Retry-After' as const] : []),
    ...(status === '401' ? ['WWW-Authenticate' as const] : []),
    ...(deprecated && /^(2..|410)$/.test(status) ? (['Deprecation', 'Sunset', 'Link'] as const) : []),
    ...(isFile && status !== '307' ? FILE : []),
    ...(isFile && status === '307' ? ['Location' as const] : []),
    ...(isFile && status.startsWith('2') ? ['Accept-Ranges' as const] : []),
    ...(isFile && status === '206' ? ['Content-Range' as const] : []),
  ];
}

type Components = NonNullable<OpenApiDocument['components']>;
type NamedResponses = NonNullable<Components['responses']>;

/** The name of a problem answer under `components.responses`. */
function problemName(status: string, headers: readonly HeaderName[]): string {
  if (status === '429' && headers.includes('RateLimit-Limit')) return 'QuotaExceeded';
  if (status === '410' && headers.includes('Sunset')) return 'EndpointRemoved';
  return PROBLEM_NAMES.get(status) ?? `Problem${status}`;
}

/** Adds the headers to each response of an operation. Problems are described once, and referred to. */
function addHeaders(operation: DocumentedOperation, problems: NamedResponses): void {
  const { responses = {} } = operation;
  for (const [status, response] of Object.entries(responses)) {
    const isProblem = 'application/problem+json' in (response.content ?? {});
    const names = headersOf(operation, status, isProblem);
    response.headers = Object.fromEntries(
      names.map(name => [name, { $ref: `#/components/headers/${name}` }]),
    );
    if (!isProblem) continue;
    const name = problemName(status, names);
    problems[name] ??= response;
    responses[status] = { $ref: `#/components/responses/${name}` };
  }
}

const METHODS = ['get', 'post', 'put', 'delete'] as const;

/** Every operation of a document under its key, such as `POST /v1/webhooks`. */
export function operationsOf(document: OpenApiDocument): Map<string, DocumentedOperation> {
  const found = new Map<string, DocumentedOperation>();
  for (const [path, item] of Object.entries(document.paths ?? {})) {
    for (const method of METHODS) {
      const operation = item[method];
      if (operation !== undefined) found.set(`${method.toUpperCase()} ${path}`, operation);
    }
  }
  return found;
}

/**
 * Adds what routes do not declare to each operation: id, tag, description, examples and response headers. Moves
 * problem answers to `components`.
 */
export function completeOperations(document: OpenApiDocument): void {
  const problems: NamedResponses = {};
  for (const [route, operation] of operationsOf(document)) {
    const entry = OPERATION_ENTRIES.get(route);
    if (entry === undefined) throw new Error(`${route} has no entry in operations.ts.`);
    const { operationId, tag, description } = entry;
    const scopes = (operation.security ?? []).flatMap(({ accessToken = [] }) => accessToken);
    const names = scopes.map(scope => `\`${scope}\``).join(' or ');
    operation.operationId = operationId;
    operation.tags = [tag];
    operation.description =
      scopes.length === 0 ? description : `${description}\n\nScope of an access token: ${names}.`;
    referToKey(operation);
    addHeaders(operation, problems);
    addExamples(operation, EXAMPLES.operations[operationId] ?? {});
  }
  document.components = { ...document.components, responses: problems };
}

/**
 * Replaces the key header's parameter by a reference: routes declare it to read it, but it is described only once.
 */
function referToKey(operation: DocumentedOperation): void {
  if (operation.parameters === undefined) return;
  operation.parameters = operation.parameters.map(parameter =>
    'name' in parameter && parameter.name === 'x-idempotency-key'
      ? { $ref: '#/components/parameters/IdempotencyKey' }
      : parameter,
  );
}

function addExamples(operation: DocumentedOperation, { request, requests, answer }: Example): void {
  const { requestBody, responses = {} } = operation;
  if (requestBody !== undefined && 'content' in requestBody) {
    for (const media of Object.values(requestBody.content)) {
      if (request !== undefined) media.example = request;
      if (requests !== undefined) media.examples = namedExamples(requests);
    }
  }
  const media = (responses['200'] ?? responses['201'])?.content?.['application/json'];
  if (media !== undefined && answer !== undefined) media.example = answer;
}

const namedExamples = (values: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, { summary: name, value }]));

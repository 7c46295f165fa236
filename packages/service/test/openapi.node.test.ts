import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import * as z from 'zod';
import { EXAMPLES, operationsOf } from '../src/openapi/complete-operations.ts';
import { type DocumentedOperation, type OpenApiDocument, TAGS } from '../src/openapi/operation.ts';
import { OPERATION_ENTRIES } from '../src/openapi/operations.ts';
import { SCOPES } from '../src/domain/principal.ts';
import { EVENT_TYPES } from '../event-types.ts';
import { assertCurrent } from './examples/assert-current.ts';
import { recordOperations } from './examples/record.ts';
import { standAlone } from './support/documented-schemas.ts';
import { EVENT_DATA } from './support/event-data.ts';
import { openTestService, type Answer, type TestService } from './support/test-service.ts';

let service: TestService;
let document: OpenApiDocument;
let operations: Map<string, DocumentedOperation>;
before(async () => {
  service = await openTestService();
  document = (await service.call('/openapi.json')).body;
  operations = operationsOf(document);
});
after(() => service.close());

interface Media {
  readonly schema?: unknown;
  readonly example?: unknown;
  readonly examples?: Readonly<Record<string, object>> | undefined;
}

function examplesOf({ example, examples = {} }: Media): unknown[] {
  const named = Object.values(examples).map(one => ('value' in one ? one.value : undefined));
  return example === undefined ? named : [example, ...named];
}

/** Each body of an operation with a schema, and where it is. */
function bodiesOf(route: string, { requestBody, responses = {} }: DocumentedOperation): [string, Media][] {
  const request = requestBody !== undefined && 'content' in requestBody ? requestBody.content : {};
  const answers = Object.entries(responses).filter(([status]) => /^20[01]$/.test(status));
  const all: [string, Record<string, Media>][] = [
    [`${route}, request`, request],
    ...answers.map(([status, { content = {} }]): [string, Record<string, Media>] => [
      `${route}, ${status}`,
      content,
    ]),
  ];
  return all.flatMap(([place, content]) =>
    Object.entries(content)
      .filter(([type]) => /json$|form-urlencoded$/.test(type))
      .map(([type, media]): [string, Media] => [`${place}, ${type}`, media]),
  );
}

describe('the OpenAPI document', () => {
  test('has an entry for each operation, and none for another', () => {
    assert.deepEqual([...operations.keys()].toSorted(), [...OPERATION_ENTRIES.keys()].toSorted());
    const ids = new Set([...operations.values()].map(({ operationId }) => operationId));
    assert.equal(ids.size, operations.size, 'each id once');
    assert.deepEqual(
      Object.keys(EXAMPLES.operations).filter(id => !ids.has(id)),
      [],
      'examples of no operation',
    );
  });

  test('names, groups and describes each operation', () => {
    for (const [route, { operationId, tags, summary, description }] of operations) {
      assert.match(operationId ?? '', /^[a-z][A-Za-z]+$/, route);
      assert.ok(tags?.every(tag => tag in TAGS) && tags.length === 1, route);
      assert.ok((summary ?? '').length > 0, route);
      assert.match(description ?? '', /^[A-Z][^]*\.$/, route);
    }
    assert.deepEqual(
      document.tags?.map(({ name }) => name),
      Object.keys(TAGS),
    );
  });

  test('has an example of each body, which matches the schema', () => {
    let checked = 0;
    for (const [route, operation] of operations) {
      for (const [place, media] of bodiesOf(route, operation)) {
        const examples = examplesOf(media);
        assert.ok(examples.length > 0, `${place} has no example`);
        const schema = standAlone(document, media.schema);
        for (const example of examples) {
          const { error } = schema.safeParse(example);
          assert.equal(error, undefined, `${place}: ${JSON.stringify(example)}`);
          checked += 1;
        }
      }
    }
    assert.ok(checked > 80, `${checked} examples`);
  });

  test('has the examples that the service takes and answers now', async () => {
    const now = await recordOperations();
    assert.deepEqual(Object.keys(EXAMPLES.operations), Object.keys(now));
    for (const [id, example] of Object.entries(now)) assertCurrent(EXAMPLES.operations[id], example, id);
  });

  test('writes patterns without flags, which JSON Schema does not have', () => {
    const patterns = [...JSON.stringify(document).matchAll(/"pattern":("(?:[^"\\]|\\.)*")/g)];
    assert.ok(patterns.length > 10);
    for (const [, pattern = ''] of patterns) assert.doesNotMatch(pattern, /\/[a-z]+"$/);
  });

  test('shows each action of a signer', () => {
    const route = 'POST /v1/signing-sessions/{sessionId}/advance';
    const [[, media] = []] = bodiesOf(route, operations.get(route) ?? {});
    const actions = Object.keys(media?.examples ?? {}).toSorted();
    const { oneOf, anyOf = oneOf } = z
      .object({ oneOf: z.array(z.unknown()).optional(), anyOf: z.array(z.unknown()).optional() })
      .parse(media?.schema);
    assert.equal(actions.length, anyOf?.length);
  });

  test('has no default in a named schema, which generated clients take for required', () => {
    const { StepResult: _, ...schemas } = document.components?.schemas ?? {};
    assert.doesNotMatch(JSON.stringify(schemas), /"default":/);
  });

  test('names each kind of problem once', () => {
    const named = Object.entries(document.components?.responses ?? {});
    assert.ok(named.length > 10);
    for (const [name, response] of named) {
      assert.ok('content' in response && 'application/problem+json' in (response.content ?? {}), name);
    }
    const all = named.map(([, response]) => JSON.stringify(response));
    assert.equal(new Set(all).size, named.length, 'each kind under one name');
    const references = JSON.stringify(document.paths).matchAll(/"#\/components\/responses\/(\w+)"/g);
    const used = new Set([...references].map(([, name]) => name));
    assert.deepEqual([...used].toSorted(), named.map(([name]) => name).toSorted());
    assert.doesNotMatch(JSON.stringify(document.paths), /problem\+json/);
  });

  test('lists the headers of each response', () => {
    const problems: Readonly<Record<string, object>> = document.components?.responses ?? {};
    for (const [route, { responses = {}, operationId, deprecated = false }] of operations) {
      for (const [status, response] of Object.entries(responses)) {
        const place = `${route}, ${status}`;
        const { headers = {} } = problems[String(response.$ref).replace(/^.*\//, '')] ?? response;
        assert.ok('API-Version' in headers && 'X-Request-Id' in headers, place);
        if (status === '429') assert.ok('Retry-After' in headers, place);
        if (status === '401') assert.ok('WWW-Authenticate' in headers, place);
        if (deprecated && status === '410') assert.ok('Sunset' in headers, place);
        if (operationId === 'createEnvelope' && status === '201') assert.ok('RateLimit-Limit' in headers);
      }
    }
    const idempotent = [...operations].filter(([, { parameters = [] }]) =>
      parameters.some(parameter => '$ref' in parameter && parameter.$ref.endsWith('/IdempotencyKey')),
    );
    assert.ok(idempotent.length > 15);
    assert.doesNotMatch(JSON.stringify(document.paths), /"x-idempotency-key"/);
  });

  test('describes every event under webhooks, with an example like a real delivery', () => {
    const webhooks = z
      .record(
        z.string(),
        z.object({
          post: z.looseObject({
            operationId: z.string(),
            description: z.string().min(1),
            requestBody: z.object({
              content: z.object({
                'application/json': z.object({
                  schema: z.unknown(),
                  example: z.looseObject({ eventType: z.string(), data: z.unknown() }),
                }),
              }),
            }),
          }),
        }),
      )
      .parse(document.webhooks);
    assert.deepEqual(Object.keys(webhooks), [...EVENT_TYPES]);
    for (const type of EVENT_TYPES) {
      const { schema, example } = webhooks[type]?.post.requestBody.content['application/json'] ?? {};
      assert.equal(example?.eventType, type);
      assert.equal(standAlone(document, schema).safeParse(example).error, undefined, type);
      // The schema that real events are checked against.
      assert.deepEqual(EVENT_DATA[type].safeParse(example.data).error, undefined, type);
    }
  });
});

async function ask(route: string, scopes: readonly string[]): Promise<Answer> {
  const [method = '', path = ''] = route.split(' ');
  const address = path.replaceAll(/\{\w+\}/g, '0');
  return service.call(address, { method, as: await service.token('local', scopes.join(' ')) });
}

describe('the scopes that the document names', () => {
  test('give access to an operation, and no other scope does', async () => {
    for (const [route, { security = [] }] of operations) {
      const scopes = security.flatMap(({ accessToken = [] }) => accessToken);
      // What anybody may call is refused to no token.
      const isOpen = security.some(requirement => Object.keys(requirement).length === 0);
      if (scopes.length === 0 || isOpen) continue;
      const others = SCOPES.filter(scope => !scopes.includes(scope));
      assert.equal((await ask(route, others)).status, 403, `${route} with ${others.join(' ')}`);
      for (const scope of scopes) {
        assert.notEqual((await ask(route, [scope])).status, 403, `${route} with ${scope}`);
      }
    }
  });
});

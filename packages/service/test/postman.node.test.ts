import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { openTestService, PUBLIC_URL, type Answer, type TestService } from './support/test-service.ts';

let service: TestService;
let collection: Answer['body'];
before(async () => {
  service = await openTestService();
  ({ body: collection } = await service.call('/postman.json'));
});
after(() => service.close());

interface Item {
  readonly name: string;
  readonly request: Answer['body'];
}

const items = (): Item[] => collection.item.flatMap(({ item }: { item: Item[] }) => item);
const find = (name: string) => items().find(item => item.name === name)?.request ?? assert.fail(name);

describe('the Postman collection', () => {
  test('has every operation of the OpenAPI document, in its groups', async () => {
    const { body } = await service.call('/openapi.json');
    const operations = Object.values<Record<string, { operationId?: string }>>(body.paths)
      .flatMap(path => Object.values(path))
      .flatMap(({ operationId }) => (operationId === undefined ? [] : [operationId]));
    assert.deepEqual(
      items()
        .map(({ name }) => name)
        .toSorted(),
      operations.toSorted(),
    );
    const tags: { name: string }[] = body.tags;
    assert.deepEqual(
      collection.item.map(({ name }: Item) => name),
      tags.map(({ name }) => name),
    );
  });

  test('can be sent once the client’s id and secret are filled in', async () => {
    const variables: Record<string, string> = {
      ...Object.fromEntries(
        collection.variable.map(({ key, value }: Record<string, string>) => [key, value]),
      ),
      clientId: 'local',
      clientSecret: 'local-secret',
    };
    const filled = (text: string) =>
      text.replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) => variables[name] ?? '');
    assert.equal(variables['baseUrl'], PUBLIC_URL);
    const { url, body } = find('createAccessToken');
    const form = Object.fromEntries(
      body.urlencoded.map(({ key, value }: Record<string, string>) => [key, filled(value ?? '')]),
    );
    const token = await service.call(filled(url.raw), { form });
    assert.equal(token.status, 200, JSON.stringify(token.body));
    const create = find('createSigningSession');
    assert.deepEqual(create.auth.bearer[0].value, '{{accessToken}}');
    const created = await service.call(filled(create.url.raw), {
      as: token.body.access_token,
      json: JSON.parse(filled(create.body.raw)),
    });
    assert.equal(created.status, 201, JSON.stringify(created.body));
  });

  test('asks for what an address names, and for the signer’s secret where the signer calls', () => {
    const { url, auth } = find('advanceSigningSession');
    assert.deepEqual(url.variable, [{ key: 'sessionId', value: '' }]);
    assert.match(url.raw, /\/v1\/signing-sessions\/:sessionId\/advance$/);
    assert.equal(auth.bearer[0].value, '{{signerSecret}}');
    assert.deepEqual(find('getHealth').auth, { type: 'noauth' });
  });
});

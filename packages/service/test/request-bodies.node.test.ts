import assert from 'node:assert/strict';
import { gzipSync } from 'node:zlib';
import { after, before, describe, test } from 'node:test';
import { z } from 'zod';
import { operationsOf } from '../src/openapi/complete-operations.ts';
import type { OpenApiDocument } from '../src/openapi/operation.ts';
import { openTestService, PUBLIC_URL, sessionRequest, type TestService } from './support/test-service.ts';
import { standAlone } from './support/documented-schemas.ts';

let service: TestService;
let token: string;
let document: OpenApiDocument;
before(async () => {
  service = await openTestService();
  token = await service.token();
  document = (await service.call('/openapi.json')).body;
});
after(async () => {
  assert.deepEqual(service.errors, [], 'nothing was unforeseen');
  await service.close();
});

interface Raw {
  readonly path?: string;
  readonly method?: string;
  readonly type?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Sends bytes as they are. */
async function send(body: string | Uint8Array<ArrayBuffer>, raw: Raw = {}) {
  const { path = '/v1/trust-sessions', method = 'POST', type = 'application/json', headers } = raw;
  const all = { Authorization: `Bearer ${token}`, 'Content-Type': type, ...headers };
  const response = await service.fetch(new Request(PUBLIC_URL + path, { method, headers: all, body }));
  const text = await response.text();
  return { status: response.status, headers: response.headers, body: text === '' ? {} : JSON.parse(text) };
}

const trustRequest = (changes: object = {}) => ({
  action: { type: 'pix', description: 'Transferência à Conceição', reference: '1' },
  policy: { profile: 'CLICK_ONLY' },
  signer: { name: 'João da Conceição', cpf: '52998224725' },
  ...changes,
});

/** A signer's decline: its status, and the reason in the event. */
async function decline(reason: string): Promise<unknown[]> {
  const session = await service.create();
  const path = `/v1/signing-sessions/${session.sessionId}/cancel`;
  const { status } = await service.call(path, { as: session.clientSecret, json: { reason } });
  const [event] = await service.events(session.transactionId).then(all => all.slice(-1));
  return [status, event?.data['reason']];
}

describe('a JSON body', () => {
  const json = JSON.stringify(trustRequest());

  test('in UTF-8 is taken, with a byte order mark and whatever charset is named', async () => {
    for (const type of [
      'application/json',
      'application/json; charset=utf-8',
      'application/json;charset=latin1',
    ])
      assert.equal((await send(json, { type })).status, 201, type);
    const { status, body } = await send(`\u{feff}${json}`);
    assert.equal(status, 201);
    const read = await service.call(`/v1/transactions/${body.transactionId}`, { as: token });
    assert.equal(read.body.signer.name, 'João da Conceição');
  });

  test('in another encoding is refused', async () => {
    for (const encoding of ['latin1', 'utf16le'] as const) {
      for (const type of ['application/json', 'application/json; charset=iso-8859-1']) {
        const { status, body } = await send(new Uint8Array(Buffer.from(json, encoding)), { type });
        assert.equal(status, 400, encoding);
        assert.equal(body.type, 'validation-error');
      }
    }
    const { body } = await send(new Uint8Array(Buffer.from(json, 'latin1')));
    assert.deepEqual(body.errors, [{ pointer: '', detail: 'Is not UTF-8.' }]);
    assert.doesNotMatch(JSON.stringify(body), /Jo|Concei/);
  });

  test('in another encoding is refused to a signer, too', async () => {
    const session = await service.create();
    const path = `/v1/signing-sessions/${session.sessionId}/cancel`;
    const headers = { Authorization: `Bearer ${session.clientSecret}` };
    const reason = Buffer.from('{"reason":"Não"}', 'latin1');
    assert.equal((await send(new Uint8Array(reason), { path, headers })).status, 400);
    assert.equal((await send('{"reason":"Não"}', { path, headers })).status, 200);
  });

  test('of a signer who declines may have a reason of several lines, and characters that nobody sees', async () => {
    assert.deepEqual(await decline('Preço\r\nerrado\t\u202e, e prazo\ud800 '), [
      200,
      'Preço\nerrado  , e prazo',
    ]);
    for (const blank of ['', ' \n ', '\u200b']) assert.deepEqual(await decline(blank), [200, undefined]);
    assert.equal((await decline('x'.repeat(1001)))[0], 400);
  });

  test('with a character that was lost is refused where it stands', async () => {
    const lost = 'Jo\u{fffd}o';
    const places: readonly (readonly [pointer: string, changes: object])[] = [
      ['/signer/name', { signer: { name: lost, cpf: '52998224725' } }],
      ['/action/description', { action: { type: 'pix', description: lost } }],
      ['/action/reference', { action: { type: 'pix', description: 'Pay', reference: lost } }],
      ['/metadata/client', { metadata: { client: lost } }],
      ['/state', { state: lost }],
      ['/returnUrl', { returnUrl: `https://shop.example/${lost}` }],
      ['/appearance/companyName', { appearance: { companyName: lost } }],
    ];
    for (const [pointer, changes] of places) {
      const { status, body } = await send(JSON.stringify(trustRequest(changes)));
      assert.equal(status, 400, pointer);
      assert.deepEqual(
        body.errors.map((error: { pointer: string }) => error.pointer),
        [pointer],
      );
      assert.match(body.errors[0].detail, /U\+FFFD/);
    }
    const { status } = await send(JSON.stringify(trustRequest()).replace('ã', String.raw`\ufffd`));
    assert.equal(status, 400, 'escaped');
  });
});

describe('a body with a content encoding', () => {
  const json = JSON.stringify(trustRequest());

  test('is refused with what is taken, whatever its type', async () => {
    const zipped = new Uint8Array(gzipSync(json));
    for (const encoding of ['gzip', 'br', 'deflate', 'gzip, gzip', 'aws-chunked']) {
      const { status, headers, body } = await send(zipped, { headers: { 'Content-Encoding': encoding } });
      assert.deepEqual([status, body.type], [415, 'unsupported-media-type'], encoding);
      assert.equal(headers.get('Accept-Encoding'), 'identity');
    }
    const encoded = { headers: { 'Content-Encoding': 'gzip' } };
    const direct = sessionRequest({ document: undefined });
    const { transactionId } = (await service.call('/v1/transactions', { as: token, json: direct })).body;
    const { uploadUrl } = (
      await service.call(`/v1/transactions/${transactionId}/document/presign`, {
        as: token,
        json: { contentType: 'application/pdf', filename: 'contrato.pdf' },
      })
    ).body;
    const path = uploadUrl.slice(PUBLIC_URL.length);
    const upload = { path, method: 'PUT', type: 'application/pdf', ...encoded };
    assert.equal((await send(zipped, upload)).status, 415);
    const form = { path: '/oauth2/token', type: 'application/x-www-form-urlencoded', ...encoded };
    assert.equal((await send(zipped, form)).status, 415);
  });

  test('is taken if that is none', async () => {
    for (const encoding of ['identity', 'Identity'])
      assert.equal((await send(json, { headers: { 'Content-Encoding': encoding } })).status, 201);
  });
});

describe('null', () => {
  test('for an optional member means that it is absent', async () => {
    const json = sessionRequest({
      purpose: null,
      action: null,
      metadata: { order: '42', coupon: null },
      appearance: { brandColor: null, companyName: 'Acme', logoUrl: null },
      locale: null,
      state: null,
      returnUrl: null,
      expiresInMinutes: null,
      owner: null,
      deliverVia: null,
      signer: {
        name: 'Maria',
        cpf: '52998224725',
        cnpj: null,
        email: null,
        birthDate: null,
        otpChannel: null,
      },
    });
    const { status, body } = await service.call('/v1/signing-sessions', { as: token, json });
    assert.equal(status, 201, JSON.stringify(body));
    const read = await service.call(`/v1/transactions/${body.transactionId}`, { as: token });
    assert.deepEqual(read.body.metadata, { order: '42' });
    const accepted = await service.accept(body, { geolocation: null, documentView: null, locale: null });
    assert.equal(accepted.body.status, 'COMPLETED', JSON.stringify(accepted.body));
  });

  test('for a trust session’s document is no document', async () => {
    assert.equal((await send(JSON.stringify(trustRequest({ document: null })))).status, 201);
  });

  test('for a required member, in a list or as a body is refused', async () => {
    const { body } = await send(JSON.stringify(trustRequest({ policy: null })));
    assert.deepEqual(body.errors, [{ pointer: '/policy', detail: 'Is required.' }]);
    const policy = { profile: 'CUSTOM', customSteps: ['CLICK_ACCEPT', null] };
    assert.equal((await send(JSON.stringify(trustRequest({ policy })))).status, 400);
    assert.equal((await send('null')).status, 400);
  });

  test('is found however deeply a body nests', async () => {
    const path = '/v1/signing-sessions';
    const deep = `${'[{"a":'.repeat(100_000)}null${'}]'.repeat(100_000)}`;
    const json = JSON.stringify(sessionRequest({ other: 0 })).replace('"other":0', `"other":${deep}`);
    assert.equal((await send(json, { path })).status, 201);
  });

  test('stands in the OpenAPI document for what is optional in requests, and not in answers', () => {
    const creation = operationsOf(document).get('POST /v1/signing-sessions');
    const content = z
      .object({ content: z.object({ 'application/json': z.object({ schema: z.unknown() }) }) })
      .parse(creation?.requestBody).content;
    const schema = standAlone(document, content['application/json'].schema);
    const takes = (changes: Record<string, unknown>) => schema.safeParse(sessionRequest(changes)).success;
    assert.ok(takes({ locale: null, appearance: null, metadata: { order: null }, deliverVia: null }));
    assert.ok(takes({ signer: { name: 'Maria', cpf: null, cnpj: '12ABC34501DE35' } }));
    assert.ok(!takes({ policy: null }));
    assert.ok(takes({ signer: { name: null, cpf: '52998224725' } }));
    assert.ok(!takes({ signer: null }));
    const { Geolocation, GeolocationRequest } = document.components?.schemas ?? {};
    assert.doesNotMatch(JSON.stringify(Geolocation), /null/);
    assert.match(JSON.stringify(GeolocationRequest), /null/);
  });
});

describe('a repeat', () => {
  test('is known by Idempotency-Key as by X-Idempotency-Key', async () => {
    const json = JSON.stringify(trustRequest());
    const create = async (headers: Record<string, string>) => (await send(json, { headers })).body.sessionId;
    const first = await create({ 'Idempotency-Key': 'order-1' });
    assert.equal(await create({ 'Idempotency-Key': 'order-1' }), first);
    assert.equal(await create({ 'X-Idempotency-Key': 'order-1' }), first);
    assert.equal(await create({ 'X-Idempotency-Key': 'order-1', 'Idempotency-Key': 'proxy' }), first);
    assert.notEqual(await create({ 'Idempotency-Key': 'order-2' }), first);
    const { status } = await send(json, { headers: { 'Idempotency-Key': 'x'.repeat(256) } });
    assert.equal(status, 400);
  });
});

import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { after, before, describe, test } from 'node:test';
import {
  openTestService,
  PUBLIC_URL,
  type CreatedSession,
  type TestService,
} from './support/test-service.ts';
import { storedIds } from './support/stored-ids.ts';

let service: TestService;
before(async () => {
  service = await openTestService();
});
after(() => service.close());

async function documentUrl({ sessionId, clientSecret }: CreatedSession): Promise<string> {
  const { body } = await service.call(`/v1/signing-sessions/${sessionId}`, { as: clientSecret });
  return body.document.presignedUrl;
}

const get = (url: string, headers: Record<string, string> = {}, method = 'GET'): Promise<Response> =>
  service.fetch(new Request(url, { method, headers }));

const hashAt = async (url: string): Promise<string> =>
  `sha256:${createHash('sha256')
    .update(await bytesOf(await get(url)))
    .digest('hex')}`;

const bytesOf = async (response: Response): Promise<Buffer> => Buffer.from(await response.arrayBuffer());

describe('a presigned address', () => {
  test('gives the whole document, parts of it, and its head', async () => {
    const url = await documentUrl(await service.create());
    const whole = await get(url, { Origin: 'https://shop.example' });
    const bytes = await bytesOf(whole);
    assert.equal(whole.headers.get('Content-Type'), 'application/pdf');
    assert.equal(whole.headers.get('Content-Length'), String(bytes.length));
    assert.equal(whole.headers.get('Access-Control-Allow-Origin'), '*');
    assert.equal(whole.headers.get('Accept-Ranges'), 'bytes');
    const etag = whole.headers.get('ETag') ?? '';
    assert.match(etag, /^"[0-9a-f]{64}"$/);

    for (const [range, start, end] of [
      ['bytes=0-9', 0, 10],
      ['bytes=10-', 10, bytes.length],
      ['bytes=-5', bytes.length - 5, bytes.length],
      ['bytes=5-999999', 5, bytes.length],
    ] as const) {
      const part = await get(url, { Range: range });
      assert.equal(part.status, 206, range);
      assert.equal(part.headers.get('Content-Range'), `bytes ${start}-${end - 1}/${bytes.length}`);
      assert.deepEqual(await bytesOf(part), bytes.subarray(start, end));
    }
    for (const ignored of ['bytes=5-1', 'bytes=0-1,3-4', 'lines=1-2', 'bytes=-']) {
      assert.equal((await get(url, { Range: ignored })).status, 200, ignored);
    }
    const beyond = await get(url, { Range: 'bytes=999999-' });
    assert.equal(beyond.status, 416);
    assert.equal(beyond.headers.get('Content-Range'), `bytes */${bytes.length}`);
    assert.equal((await get(url, { Range: 'bytes=0-1', 'If-Range': '"other"' })).status, 200);
    assert.equal((await get(url, { Range: 'bytes=0-1', 'If-Range': etag })).status, 206);
    assert.equal((await get(url, { 'If-None-Match': etag })).status, 304);
    const head = await get(url, {}, 'HEAD');
    assert.equal(head.headers.get('Content-Length'), String(bytes.length));
    assert.equal((await bytesOf(head)).length, 0);
  });

  test('lets a page of another origin go on with a download that broke off, with or without a secret', async () => {
    const session = await service.create();
    const url = await documentUrl(session);
    const Origin = 'https://shop.example';
    const asked = await get(
      url,
      {
        Origin,
        'Access-Control-Request-Method': 'GET',
        'Access-Control-Request-Headers': 'authorization,if-range,range',
      },
      'OPTIONS',
    );
    const allowed = asked.headers.get('Access-Control-Allow-Headers')?.toLowerCase().split(',') ?? [];
    for (const name of ['authorization', 'if-range', 'range']) assert.ok(allowed.includes(name), name);
    const whole = await get(url, { Origin });
    const bytes = await bytesOf(whole);
    const exposed = whole.headers.get('Access-Control-Expose-Headers') ?? '';
    for (const name of ['ETag', 'Accept-Ranges', 'Content-Range']) assert.match(exposed, new RegExp(name));
    const rest = { Origin, Range: 'bytes=100-', 'If-Range': whole.headers.get('ETag') ?? '' };
    for (const headers of [rest, { ...rest, Authorization: `Bearer ${session.clientSecret}` }]) {
      const part = await get(url, headers);
      assert.equal(part.status, 206);
      assert.deepEqual(await bytesOf(part), bytes.subarray(100));
    }
    for (const other of ['W/' + rest['If-Range'], 'Fri, 27 Nov 2026 10:00:00 GMT']) {
      assert.equal((await get(url, { ...rest, 'If-Range': other })).status, 200, other);
    }
  });

  test('is refused when anything of it was changed, and after an hour', async () => {
    const session = await service.create({ expiresInMinutes: 1440 });
    const other = await documentUrl(await service.create());
    const url = new URL(await documentUrl(session));
    for (const [name, value] of [
      ['signature', 'AAAA'],
      ['expires', '99999999999'],
      ['key', 'key_UNKNOWN'],
    ] as const) {
      const changed = new URL(url);
      changed.searchParams.set(name, value);
      assert.equal((await get(changed.href)).status, 403, name);
    }
    const crossed = new URL(other);
    crossed.pathname = url.pathname;
    assert.equal((await get(crossed.href)).status, 403);
    assert.equal((await get(url.origin + url.pathname)).status, 400);
    service.clock.advance(3_600_000);
    const late = await get(url.href);
    assert.equal(late.status, 403);
    assert.match(await late.text(), /expired/);
    assert.equal((await get(await documentUrl(session))).status, 200, 'a fresh bootstrap renews it');
  });

  test('keeps the file name out of the address and in full in the answer', async () => {
    const content = Buffer.from(await bytesOf(await get(await documentUrl(await service.create())))).toString(
      'base64',
    );
    const session = await service.create({ document: { content, filename: 'Contrato "São João" (1).pdf' } });
    const url = await documentUrl(session);
    assert.doesNotMatch(decodeURIComponent(url), /Contrato/);
    assert.equal(
      (await get(url)).headers.get('Content-Disposition'),
      `attachment; filename="Contrato _S_o Jo_o_ (1).pdf"; filename*=UTF-8''Contrato%20%22S%C3%A3o%20Jo%C3%A3o%22%20%281%29.pdf`,
    );
  });
});

describe('the hash of the signed document', () => {
  test('is returned with the original’s wherever the evidence is', async () => {
    const session = await service.create();
    const { body } = await service.accept(session);
    const as = await service.token();
    const download = await service.call(`/v1/transactions/${session.transactionId}/download`, { as });
    const { originalUrl, signedUrl } = download.body;
    const [documentHash, signedHash] = await Promise.all([originalUrl, signedUrl].map(hashAt));
    assert.notEqual(documentHash, signedHash);
    assert.deepEqual([download.body.documentHash, download.body.signedHash], [documentHash, signedHash]);
    const verified = await service.call(`/v1/verify/${body.evidenceId}`);
    assert.deepEqual([verified.body.documentHash, verified.body.signedHash], [documentHash, signedHash]);
    const evidence = await service.call(`/v1/transactions/${session.transactionId}/evidence`, { as });
    assert.deepEqual([evidence.body.document.hash, evidence.body.signedHash], [documentHash, signedHash]);
    const ended = await service.view(session);
    assert.deepEqual([ended.document.hash, ended.document.signedHash], [documentHash, signedHash]);
  });

  test('comes with the file (RFC 9530), also with a part of it, to any origin', async () => {
    const session = await service.create();
    await service.accept(session);
    const { downloadUrl, document } = await service.view(session);
    const digest = Buffer.from(document.signedHash.replace('sha256:', ''), 'hex').toString('base64');
    for (const headers of [{ Origin: 'https://shop.example' }, { Range: 'bytes=0-9' }]) {
      const answer = await get(downloadUrl, headers);
      assert.equal(answer.headers.get('Repr-Digest'), `sha-256=:${digest}:`);
      assert.match(answer.headers.get('Access-Control-Expose-Headers') ?? '', /Repr-Digest/);
    }
  });
});

describe('evidence', () => {
  test('is not there before the session is completed, nor for another tenant', async () => {
    const session = await service.create();
    const address = `/v1/transactions/${session.transactionId}`;
    const as = await service.token();
    assert.equal((await service.call(`${address}/evidence`, { as })).status, 404);
    const early = await service.call(`${address}/download`, { as });
    assert.deepEqual(
      [early.status, early.body.signedUrl, early.body.documentFormat],
      [200, undefined, 'pdf'],
    );
    await service.accept(session);
    assert.equal((await service.call(`${address}/evidence`, { as })).status, 200);
    const foreign = await service.token('limited');
    assert.equal((await service.call(`${address}/evidence`, { as: foreign })).status, 404);
    assert.equal((await service.call(`${address}/download`, { as: foreign })).status, 404);
    const reader = await service.token('local', 'transactions:read');
    assert.equal((await service.call(`${address}/evidence`, { as: reader })).status, 403);
  });
});

describe('public verification', () => {
  const PLACE = { latitude: -23.55052, longitude: -46.633308 };

  /** A signature with all data that an integrator and a browser can leave in the evidence. */
  async function signature(): Promise<{ evidenceId: string; session: CreatedSession }> {
    const session = await service.create({
      signer: {
        name: 'Maria Aparecida da Silva',
        cpf: '52998224725',
        email: 'maria@example.com',
        phone: '+5511912345678',
        userExternalId: 'u-77',
      },
      metadata: { order: 'A-7' },
    });
    const answer = await service.call(`/v1/signing-sessions/${session.sessionId}/advance`, {
      as: session.clientSecret,
      json: { action: 'accept', geolocation: PLACE },
      connection: { remoteAddress: '203.0.113.77' },
      headers: { 'User-Agent': 'Test/1.0' },
    });
    return { evidenceId: answer.body.evidenceId, session };
  }

  test('shows the evidence with the signer masked', async () => {
    const { evidenceId, session } = await signature();
    const { status, body, headers } = await service.call(`/v1/verify/${evidenceId}`);
    assert.equal(status, 200);
    assert.equal(headers.get('Access-Control-Allow-Origin'), '*');
    assert.equal(body.signer.displayName, 'Maria A*** da S***');
    assert.equal(body.signer.cpfCnpj, '***.982.247-**');
    assert.equal(body.tenantName, 'Acme Crédito');
    assert.match(body.evidenceHash, /^sha256:[0-9a-f]{64}$/);
    assert.deepEqual(body.context, {
      ipAddress: '203.0.113.***',
      geolocation: { lat: -23.6, lon: -46.6 },
    });
    const text = JSON.stringify(body);
    const ofSigner = ['52998224725', 'maria@', '912345678', 'u-77', '23.55', '113.77', 'Aparecida', 'Silva'];
    for (const secret of [...ofSigner, 'salt', 'A-7', 'Test/1.0', session.sessionId]) {
      assert.ok(!text.includes(secret), secret);
    }
    assert.equal((await service.call('/v1/verify/ev_UNKNOWN')).status, 404);
  });

  test('says what published clients read, and what a reader has to know', async () => {
    const { evidenceId, session } = await signature();
    const { body } = await service.call(`/v1/verify/${evidenceId}`);
    const { status, transactionId, environment, purpose, signatureKind, sealedBy, createdAt, completedAt } =
      body;
    assert.deepEqual(
      [status, transactionId, environment, purpose, signatureKind],
      ['COMPLETED', session.transactionId, 'sandbox', 'DOCUMENT_SIGNATURE', 'simple'],
    );
    assert.deepEqual({ createdAt, completedAt }, body.timestamps);
    assert.deepEqual(
      body.steps.map(({ order, type }: { order: number; type: string }) => [order, type]),
      [[1, 'CLICK_ACCEPT']],
    );
    assert.deepEqual(sealedBy, {
      name: 'SIGN SESSION LOCAL TEST LTDA',
      cnpj: '11222333000181',
      issuer: 'Sign Session LOCAL TEST Intermediate CA',
    });
  });

  test('shows metadata, session and browser where the tenant says so', async () => {
    const { evidenceId, session } = await signature();
    await service.database.query(`UPDATE tenants SET public_evidence = 'FULL'`);
    const { body } = await service.call(`/v1/verify/${evidenceId}`);
    await service.database.query(`UPDATE tenants SET public_evidence = 'ESSENTIAL'`);
    assert.deepEqual(
      [body.metadata, body.sessionId, body.context.userAgent],
      [{ order: 'A-7' }, session.sessionId, 'Test/1.0'],
    );
    assert.equal(body.signer.displayName, 'Maria A*** da S***', 'the signer stays masked');
  });

  test('gives links to the tenant and the signer, and nulls to everybody else', async () => {
    const session = await service.create();
    const { body } = await service.accept(session);
    const address = `/v1/verify/${body.evidenceId}/downloads`;
    const nothing = { originalDocument: null, evidencePack: null, finalPdf: null };
    const anonymous = await service.call(address);
    assert.deepEqual(anonymous.body, { evidenceId: body.evidenceId, downloads: nothing });
    const stranger = await service.create();
    for (const as of [
      await service.token('limited'),
      await service.token('local', 'transactions:read'),
      stranger.clientSecret,
    ]) {
      assert.deepEqual((await service.call(address, { as })).body.downloads, nothing);
    }
    for (const as of [await service.token(), session.clientSecret]) {
      const { downloads } = (await service.call(address, { as })).body;
      assert.deepEqual(
        [downloads.originalDocument.filename, downloads.finalPdf.filename, downloads.evidencePack.filename],
        ['contrato.pdf', 'contrato-assinado.pdf', `${body.evidenceId}.p7m`],
      );
      for (const { url } of Object.values<{ url: string }>(downloads))
        assert.equal((await get(url)).status, 200);
    }
    assert.equal((await service.call(address, { as: 'nonsense' })).status, 401);
  });
});

/** The tables that contain one of these texts, in order. */
async function tablesWith(...words: readonly string[]): Promise<string[]> {
  const tables = await service.database.query<{ name: string }>(
    `SELECT table_name::text AS name FROM information_schema.tables
     WHERE table_schema = current_schema() ORDER BY table_name`,
  );
  const found: string[] = [];
  for (const { name } of tables) {
    const rows = JSON.stringify(await service.database.query(`SELECT * FROM ${name}`)).toLowerCase();
    if (words.some(word => rows.includes(word.toLowerCase()))) found.push(name);
  }
  return found;
}

describe('sandbox data', () => {
  test('is gone after 7 days: rows, files and all', async () => {
    const signer = { name: 'Erasmo Esquecido', cpf: '52998224725', email: 'erasmo@example.com' };
    const owner = { email: 'owner@example.com' };
    const session = await service.create({ signer, owner, metadata: { order: 'esquecido-1' } });
    const { clientSecret, sessionId } = session;
    const advance = `/v1/signing-sessions/${sessionId}/advance`;
    const { body } = await service.call(advance, {
      as: clientSecret,
      key: 'erased',
      json: { action: 'accept' },
    });
    const held = await tablesWith(sessionId, 'erasmo', 'esquecido');
    assert.deepEqual(held, ['evidence', 'idempotency_keys', 'outbox', 'sessions', 'steps']);
    assert.equal((await service.messages()).length, 3, 'and the inbox, whose words are sealed');
    const url = `${PUBLIC_URL}/v1/transactions/${session.transactionId}/evidence`;
    service.clock.advance(7 * 24 * 3_600_000);
    const as = await service.token();
    assert.equal((await service.call(url, { as })).status, 404);
    assert.equal((await service.call(`/v1/verify/${body.evidenceId}`)).status, 404);
    assert.equal((await service.call(`/v1/signing-sessions/${session.sessionId}`, { as })).status, 404);
    assert.deepEqual((await service.call('/v1/signing-sessions', { as })).body, { sessions: [] });
    // Moving the service's clock runs everything that is due.
    await service.call('/_local/clock', { json: { advanceSeconds: 0 } });
    const { transactionId } = session;
    assert.deepEqual(await tablesWith(sessionId, transactionId, body.evidenceId, 'erasmo', 'esquecido'), []);
    for (const table of [
      'sessions',
      'steps',
      'evidence',
      'documents',
      'messages',
      'outgoing_messages',
      'document_bytes',
    ]) {
      const [row] = await service.database.query(`SELECT count(*)::int AS count FROM ${table}`);
      assert.equal(row?.['count'], 0, table);
    }
    assert.deepEqual(await storedIds(service.documents), []);
  });
});

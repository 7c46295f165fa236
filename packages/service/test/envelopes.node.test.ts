import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { after, before, describe, test } from 'node:test';
import { onePagePdf } from '../../../test/support/small-pdf.ts';
import { assertSealed, lastPageText, pageCount, qpdfStatus } from './support/pdf-checks.ts';
import { onEachDatabase } from './support/test-database.ts';
import { openTestService, START, type CreatedSession, type TestService } from './support/test-service.ts';

onEachDatabase(kind => {
  let service: TestService;
  let token: string;
  before(async () => {
    service = await openTestService({}, kind);
    token = await service.token();
  });
  after(() => service.close());

  const CPFS = ['52998224725', '11144477735', '12345678909'];
  const content = Buffer.from(onePagePdf('Contrato')).toString('base64');

  type Changes = Readonly<Record<string, unknown>>;

  const createEnvelope = (changes: Changes = {}) =>
    service.call('/v1/envelopes', {
      as: token,
      json: {
        signingMode: 'PARALLEL',
        totalSigners: 3,
        document: { content, filename: 'contrato.pdf' },
        ...changes,
      },
    });

  async function envelope(changes: Changes = {}): Promise<string> {
    const { status, body } = await createEnvelope(changes);
    assert.equal(status, 201, JSON.stringify(body));
    return body.envelopeId;
  }

  const add = (envelopeId: string, signerIndex: number, changes: Changes = {}, key?: string) =>
    service.call(`/v1/envelopes/${envelopeId}/sessions`, {
      as: token,
      json: {
        signerIndex,
        signer: {
          name: `Signer ${signerIndex}`,
          cpf: CPFS[signerIndex - 1] ?? CPFS[0],
          userExternalId: `user-${signerIndex}`,
          email: `signer${signerIndex}@example.com`,
        },
        policy: { profile: 'CLICK_ONLY' },
        ...changes,
      },
      ...(key === undefined ? {} : { key }),
    });

  async function member(
    envelopeId: string,
    signerIndex: number,
    changes: Changes = {},
  ): Promise<CreatedSession> {
    const { status, body } = await add(envelopeId, signerIndex, changes);
    assert.equal(status, 201, JSON.stringify(body));
    return body;
  }

  const members = (envelopeId: string): Promise<CreatedSession[]> =>
    Promise.all([1, 2, 3].map(index => member(envelopeId, index)));

  const detail = async (envelopeId: string) =>
    (await service.call(`/v1/envelopes/${envelopeId}`, { as: token })).body;

  const post = (path: string, as = token) => service.call(path, { as, method: 'POST' });

  async function envelopeEvents(envelopeId: string): Promise<string[]> {
    const rows = await service.database.query<{ event_type: string }>(
      `SELECT event_type FROM outbox WHERE event_type LIKE 'ENVELOPE.%' AND data->>'envelopeId' = $1 ORDER BY position`,
      [envelopeId],
    );
    return rows.map(row => row.event_type);
  }

  describe('an envelope', () => {
    test('begins without signers', async () => {
      const { status, body } = await createEnvelope();
      assert.equal(status, 201);
      assert.match(body.envelopeId, /^env_/);
      assert.match(body.documentHash, /^sha256:[0-9a-f]{64}$/);
      assert.deepEqual(
        [body.status, body.signingMode, body.totalSigners, body.createdAt],
        ['CREATED', 'PARALLEL', 3, START.toISOString()],
      );
      assert.equal(Date.parse(body.expiresAt), Math.floor(START.getTime() / 1000) * 1000 + 1440 * 60_000);
      assert.deepEqual(await envelopeEvents(body.envelopeId), ['ENVELOPE.CREATED']);
    });

    test('is refused when the request is invalid', async () => {
      for (const [changes, pointer] of [
        [{ signingMode: 'RANDOM' }, '/signingMode'],
        [{ totalSigners: 1 }, '/totalSigners'],
        [{ totalSigners: 2.5 }, '/totalSigners'],
        [{ expiresInMinutes: 4 }, '/expiresInMinutes'],
        [{ expiresInMinutes: 10_081 }, '/expiresInMinutes'],
        [{ document: { content: 'no' } }, '/document/content'],
        [{ document: undefined }, '/document'],
        [{ metadata: { ['k'.repeat(257)]: 'v' } }, '/metadata'],
      ] as const) {
        const { status, body } = await createEnvelope(changes);
        assert.equal(status, 400, pointer);
        assert.ok(body.errors[0].pointer.startsWith(pointer), JSON.stringify(body.errors));
      }
    });

    test('takes as many signers as it states, each index once', async () => {
      const envelopeId = await envelope({ totalSigners: 2 });
      assert.equal((await add(envelopeId, 3)).status, 400);
      assert.equal((await add(envelopeId, 0)).status, 400);
      const { userExternalId: _, ...anonymous } = { name: 'Ana', cpf: CPFS[0], userExternalId: '' };
      const refused = await add(envelopeId, 1, { signer: anonymous });
      assert.equal(refused.body.errors[0].pointer, '/signer/userExternalId');
      const both = await Promise.all([add(envelopeId, 1), add(envelopeId, 1)]);
      assert.deepEqual(both.map(({ status }) => status).toSorted(), [201, 409]);
      const added = both.find(({ status }) => status === 201)?.body;
      assert.equal(added.signerIndex, 1);
      assert.equal(added.expiresAt, (await detail(envelopeId)).expiresAt);
      assert.equal((await detail(envelopeId)).status, 'ACTIVE');
      assert.equal((await add(envelopeId, 2)).status, 201);
      const tooMany = await add(envelopeId, 3);
      assert.deepEqual([tooMany.status, tooMany.body.type], [409, 'conflict']);
      const events = await service.events(added.transactionId);
      assert.deepEqual(
        events.map(({ type }) => type),
        ['TRANSACTION.CREATED'],
      );
    });

    test('takes signers with certificates, or without, and no mixture', async () => {
      const certificate = { policy: { profile: 'DIGITAL_CERTIFICATE' } };
      for (const [first, other] of [
        [certificate, {}],
        [{}, certificate],
      ] as const) {
        const envelopeId = await envelope();
        await member(envelopeId, 1, first);
        const mixed = await add(envelopeId, 2, other);
        assert.deepEqual([mixed.status, mixed.body.type], [409, 'conflict']);
        await member(envelopeId, 2, first);
      }
    });

    test('adds a signer once under one key', async () => {
      const envelopeId = await envelope();
      const first = await add(envelopeId, 1, {}, 'add-1');
      const again = await add(envelopeId, 1, {}, 'add-1');
      assert.deepEqual(again.body, first.body);
      assert.equal((await detail(envelopeId)).addedSessions, 1);
    });

    test('passes its settings on to members without their own', async () => {
      const envelopeId = await envelope({
        returnUrl: 'https://shop.example/done',
        cancelUrl: 'https://shop.example/no',
        appearance: { brandColor: '#0a7f5a' },
        locale: 'es',
      });
      const first = await service.view(await member(envelopeId, 1));
      assert.deepEqual(
        [first.returnUrl, first.cancelUrl, first.locale, first.appearance.brandColor],
        ['https://shop.example/done', 'https://shop.example/no', 'es', '#0a7f5a'],
      );
      const second = await service.view(await member(envelopeId, 2, { returnUrl: 'https://shop.example/2' }));
      assert.equal(second.returnUrl, 'https://shop.example/2');
      const { createdAt, signers, ...place } = second.envelope;
      assert.deepEqual(place, {
        envelopeId,
        signingMode: 'PARALLEL',
        signerIndex: 2,
        totalSigners: 3,
        completedSessions: 0,
        invited: false,
      });
      assert.equal(createdAt, (await detail(envelopeId)).createdAt);
      assert.deepEqual(
        signers,
        [
          { signerIndex: 1, name: 'Signer 1***' },
          { signerIndex: 2, name: 'Signer 2***' },
          { signerIndex: 3 },
        ],
        'masked; nobody was added for the third place',
      );
    });

    test('names no signer to another where the integrator does not want it', async () => {
      const envelopeId = await envelope({ showSigners: false });
      const first = await member(envelopeId, 1);
      await service.accept(await member(envelopeId, 2));
      const { signers } = (await service.view(first)).envelope;
      assert.deepEqual(
        signers.map((one: { name?: string; signedAt?: string }) => [one.name, one.signedAt === undefined]),
        [
          [undefined, true],
          [undefined, false],
          [undefined, true],
        ],
      );
    });

    test('of another tenant is unknown', async () => {
      const envelopeId = await envelope();
      const other = await service.token('limited');
      assert.equal((await service.call(`/v1/envelopes/${envelopeId}`, { as: other })).status, 404);
      assert.equal((await post(`/v1/envelopes/${envelopeId}/cancel`, other)).status, 404);
      assert.equal((await post(`/v1/envelopes/${envelopeId}/combined-stamp`, other)).status, 404);
      const json = { signerIndex: 1, signer: { name: 'A', cpf: CPFS[0], userExternalId: 'a' } };
      const path = `/v1/envelopes/${envelopeId}/sessions`;
      const added = await service.call(path, {
        as: other,
        json: { ...json, policy: { profile: 'CLICK_ONLY' } },
      });
      assert.equal(added.status, 404);
    });
  });

  describe('signers in PARALLEL', () => {
    test('sign at the same moment, and the envelope is completed once', async () => {
      const envelopeId = await envelope();
      const signers = await members(envelopeId);
      const answers = await Promise.all(signers.map(signer => service.accept(signer)));
      assert.deepEqual(
        answers.map(({ status, body }) => [status, body.status]),
        [1, 2, 3].map(() => [200, 'COMPLETED']),
      );
      const { status, completedSessions, sessions } = await detail(envelopeId);
      assert.deepEqual([status, completedSessions], ['COMPLETED', 3]);
      assert.deepEqual(
        sessions.map((one: { signerIndex: number; signerName: string }) => [one.signerIndex, one.signerName]),
        [
          [1, 'Signer 1'],
          [2, 'Signer 2'],
          [3, 'Signer 3'],
        ],
      );
      assert.ok(
        sessions.every(
          (one: { evidenceId?: string; completedAt?: string }) => one.evidenceId && one.completedAt,
        ),
      );
      assert.deepEqual(await envelopeEvents(envelopeId), ['ENVELOPE.CREATED', 'ENVELOPE.ALL_SIGNED']);
      assert.equal((await add(envelopeId, 1)).status, 409);
      assert.equal((await post(`/v1/envelopes/${envelopeId}/cancel`)).status, 409);
    });
  });

  describe('signers in SEQUENTIAL', () => {
    test('sign in their order, however they were added', async () => {
      const envelopeId = await envelope({ signingMode: 'SEQUENTIAL' });
      const third = await member(envelopeId, 3);
      const first = await member(envelopeId, 1);
      assert.equal((await service.view(third)).envelope.waitingForIndex, 1);
      const early = await service.accept(third);
      assert.deepEqual([early.status, early.body.type], [409, 'not-your-turn']);
      assert.equal((await service.view(third)).status, 'ACTIVE');
      assert.equal((await service.accept(first)).body.status, 'COMPLETED');
      const waiting = (await service.view(third)).envelope;
      assert.deepEqual([waiting.waitingForIndex, waiting.completedSessions], [2, 1], 'also for one to come');
      const second = await member(envelopeId, 2);
      assert.equal((await service.view(second)).envelope.waitingForIndex, undefined);
      assert.equal((await service.accept(second)).body.status, 'COMPLETED');
      assert.equal((await service.accept(third)).body.status, 'COMPLETED');
      assert.equal((await detail(envelopeId)).status, 'COMPLETED');
    });

    test('see after they have signed who is left, without their names', async () => {
      const envelopeId = await envelope({ signingMode: 'SEQUENTIAL' });
      const [first] = await members(envelopeId);
      assert.ok(first);
      const whole = (await service.view(first)).envelope.signers;
      assert.deepEqual(
        whole.map((one: { name?: string }) => typeof one.name),
        ['string', 'string', 'string'],
      );
      const { session } = (await service.accept(first)).body;
      const { envelope: place, completedAt } = await service.view(first);
      assert.deepEqual(session.envelope, place, 'the answer to the signature is the view that follows');
      assert.deepEqual(place.signers, [
        { signerIndex: 1, signedAt: completedAt },
        { signerIndex: 2 },
        { signerIndex: 3 },
      ]);
    });

    test('are invited when their turn comes, and once', async () => {
      const owner = { email: 'owner@acme.example', name: 'Acme' };
      const envelopeId = await envelope({ signingMode: 'SEQUENTIAL', owner });
      const { body: third } = await add(envelopeId, 3);
      const { body: first } = await add(envelopeId, 1);
      const invited = async (...signers: CreatedSession[]) => {
        const sent = await service.messages();
        return signers.map(
          ({ url }) =>
            sent.filter(({ subject, text }) => /pediu/.test(subject ?? '') && text.includes(url)).length,
        );
      };
      assert.deepEqual(await invited(first, third), [1, 0]);
      await service.accept(first);
      assert.deepEqual(await invited(first, third), [1, 0], 'the second is yet to be added');
      const { body: second } = await add(envelopeId, 2);
      const said = [first, second, third].map(({ inviteSent }) => inviteSent);
      assert.deepEqual(said, [true, true, false], 'what the answers said');
      assert.deepEqual(await invited(first, second, third), [1, 1, 0]);
      await service.accept(second);
      assert.deepEqual(await invited(first, second, third), [1, 1, 1]);
      await service.call('/_local/clock', { json: { advanceSeconds: 1 } });
      assert.deepEqual(await invited(first, second, third), [1, 1, 1]);
    });

    test('who wait are notified by the stream when it is their turn', async () => {
      const envelopeId = await envelope({ signingMode: 'SEQUENTIAL', totalSigners: 2 });
      const first = await member(envelopeId, 1);
      const second = await member(envelopeId, 2);
      const stream = await service.fetch(
        new Request(`http://127.0.0.1:4010/v1/signing-sessions/${second.sessionId}/events`, {
          headers: { Authorization: `Bearer ${second.clientSecret}` },
        }),
      );
      const reader = stream.body?.pipeThrough(new TextDecoderStream()).getReader();
      const next = async () => JSON.parse(/data: (.*)/.exec((await reader?.read())?.value ?? '')?.[1] ?? '');
      assert.equal((await next()).envelope.waitingForIndex, 1);
      await service.accept(first);
      const view = await next();
      assert.deepEqual([view.envelope.waitingForIndex, view.envelope.completedSessions], [undefined, 1]);
      await reader?.cancel();
    });
  });

  describe('cancelling an envelope', () => {
    test('keeps the signatures and closes the rest, however often it is repeated', async () => {
      const envelopeId = await envelope();
      const [first, second, third] = await members(envelopeId);
      assert.ok(first && second && third);
      await service.accept(first);
      const answer = await post(`/v1/envelopes/${envelopeId}/cancel`);
      assert.equal(answer.status, 200);
      assert.deepEqual(answer.body, {
        envelopeId,
        status: 'CANCELLED',
        cancelledCount: 2,
        preservedSignedCount: 1,
        cancelledSessions: [second, third].map(({ sessionId, transactionId }) => ({
          sessionId,
          transactionId,
        })),
      });
      const again = await post(`/v1/envelopes/${envelopeId}/cancel`);
      assert.deepEqual(
        [again.status, again.body.alreadyCancelled, again.body.cancelledCount],
        [200, true, 0],
      );
      assert.equal((await service.accept(second)).status, 410);
      assert.equal((await service.view(first)).status, 'COMPLETED');
      assert.equal((await post(`/v1/envelopes/${envelopeId}/combined-stamp`)).status, 409);
      assert.deepEqual(await envelopeEvents(envelopeId), ['ENVELOPE.CREATED', 'ENVELOPE.CANCELLED']);
      const events = await service.events(second.transactionId);
      assert.deepEqual(
        events.map(({ type }) => type),
        ['TRANSACTION.CREATED', 'TRANSACTION.CANCELLED'],
      );
    });

    test('and signing at the same moment leave one of the two', async () => {
      const envelopeId = await envelope({ totalSigners: 2 });
      const [first, second] = [await member(envelopeId, 1), await member(envelopeId, 2)];
      await service.accept(first);
      const [signed, cancelled] = await Promise.all([
        service.accept(second),
        post(`/v1/envelopes/${envelopeId}/cancel`),
      ]);
      const { status, completedSessions } = await detail(envelopeId);
      if (status === 'COMPLETED') assert.deepEqual([signed.status, cancelled.status], [200, 409]);
      else {
        assert.equal(cancelled.status, 200);
        assert.ok([409, 410].includes(signed.status), 'changed while it was signed, or ended before');
      }
      assert.equal(completedSessions, status === 'COMPLETED' ? 2 : 1);
    });
  });

  describe('a member who declines', () => {
    test('ends only their own session', async () => {
      const envelopeId = await envelope();
      const [first, second] = await members(envelopeId);
      assert.ok(first && second);
      await post(`/v1/signing-sessions/${first.sessionId}/cancel`, first.clientSecret);
      assert.equal((await detail(envelopeId)).status, 'ACTIVE');
      assert.equal((await service.accept(second)).body.status, 'COMPLETED');
    });
  });

  describe('the combined stamp', () => {
    test('is one sealed PDF with a sheet of all signers, at an address that cannot be altered', async () => {
      const envelopeId = await envelope({ totalSigners: 2 });
      const path = `/v1/envelopes/${envelopeId}/combined-stamp`;
      await service.accept(await member(envelopeId, 1));
      const early = await post(path);
      assert.deepEqual([early.status, early.body.type], [409, 'conflict']);
      await service.accept(await member(envelopeId, 2));
      const [answer, other] = await Promise.all([post(path), post(path)]);
      assert.ok(answer && other);
      assert.deepEqual([answer.status, answer.body.expiresIn, answer.body.signerCount], [200, 3600, 2]);
      const { pathname } = new URL(answer.body.downloadUrl);
      assert.equal(new URL(other.body.downloadUrl).pathname, pathname, 'it is made once');

      const file = await service.fetch(new Request(answer.body.downloadUrl));
      const bytes = new Uint8Array(await file.arrayBuffer());
      const { signatures } = (await service.call(`/v1/verify/envelope/${envelopeId}`)).body;
      const { body: record } = await service.call(`/v1/verify/${signatures[0].evidenceId}`);
      assert.equal(record.combinedHash, `sha256:${createHash('sha256').update(bytes).digest('hex')}`);
      assert.equal(pageCount(bytes), 2);
      assert.match(lastPageText(bytes), /Signer 2/);
      assert.equal(qpdfStatus(bytes), 0);
      assertSealed(bytes);
      assert.ok(Buffer.from(bytes).subarray(0, onePagePdf('Contrato').length).equals(onePagePdf('Contrato')));

      const altered = answer.body.downloadUrl.replace(/signature=./, (start: string) =>
        start.endsWith('A') ? 'signature=B' : 'signature=A',
      );
      assert.equal((await service.fetch(new Request(altered))).status, 403);
      service.clock.advance(3_600_001);
      assert.equal((await service.fetch(new Request(answer.body.downloadUrl))).status, 403);
      token = await service.token();
      assert.match((await detail(envelopeId)).combinedSignedPdfUrl, /\/v1\/documents\//);

      const linked = async (as?: string) => {
        const call = as === undefined ? {} : { as };
        return (await service.call(`/v1/verify/envelope/${envelopeId}`, call)).body.downloads
          .combinedSignedPdf;
      };
      const { url, filename } = await linked(token);
      assert.match(filename, /\.pdf$/);
      assert.equal((await service.fetch(new Request(url))).status, 200);
      for (const as of [
        undefined,
        await service.token('limited'),
        await service.token('local', 'transactions:read'),
      ])
        assert.equal(await linked(as), undefined);
    });
  });

  describe('verifying an envelope', () => {
    test('shows everybody its signatures, with the signers masked', async () => {
      const envelopeId = await envelope({ totalSigners: 2 });
      const signed = await service.accept(await member(envelopeId, 2));
      const { status, body } = await service.call(`/v1/verify/envelope/${envelopeId}`);
      assert.deepEqual(
        [status, body.status, body.totalSigners, body.completedSessions],
        [200, 'ACTIVE', 2, 1],
      );
      const [signature] = body.signatures;
      assert.deepEqual([signature.evidenceId, signature.signerIndex], [signed.body.evidenceId, 2]);
      assert.ok(!JSON.stringify(body).includes('11144477735'));
      const alone = await service.call(`/v1/verify/${signed.body.evidenceId}`);
      assert.deepEqual([alone.body.envelopeId, alone.body.signer], [envelopeId, signature.signer]);
      assert.equal((await service.call('/v1/verify/envelope/env_none')).status, 404);
    });
  });

  describe('an envelope that expires', () => {
    test('expires with its members, once, and is erased with them in the sandbox', async () => {
      const envelopeId = await envelope({ expiresInMinutes: 5 });
      const [first, second] = await members(envelopeId);
      assert.ok(first && second);
      await service.accept(first);
      service.clock.advance(5 * 60_000);
      const [late, seen] = await Promise.all([service.accept(second), detail(envelopeId)]);
      assert.equal(late.status, 410);
      assert.equal(seen.status, 'EXPIRED');
      assert.deepEqual(
        seen.sessions.map((one: { status: string }) => one.status),
        ['COMPLETED', 'EXPIRED', 'EXPIRED'],
      );
      assert.deepEqual(await envelopeEvents(envelopeId), ['ENVELOPE.CREATED', 'ENVELOPE.EXPIRED']);
      const events = await service.events(second.transactionId);
      assert.deepEqual(
        events.map(({ type }) => type),
        ['TRANSACTION.CREATED', 'TRANSACTION.EXPIRED'],
      );
      await service.call('/_local/clock', { json: { advanceSeconds: 8 * 24 * 3600 } });
      token = await service.token();
      assert.equal((await service.call(`/v1/envelopes/${envelopeId}`, { as: token })).status, 404);
      assert.deepEqual(await envelopeEvents(envelopeId), []);
      const [left] = await service.database.query<{ count: number }>(
        'SELECT count(*)::int AS count FROM sessions WHERE envelope_id = $1',
        [envelopeId],
      );
      assert.equal(left?.count, 0);
    });
  });
});

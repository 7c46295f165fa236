import assert from 'node:assert/strict';
import { once } from 'node:events';
import { after, before, beforeEach, describe, test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { createMailSender, createSmsGateway } from '../src/messages/senders.ts';
import { JobLook } from '../src/queue/job-look.ts';
import { MessageQueue, type MessageQueueParts } from '../src/messages/message-queue.ts';
import type { MessageSender, OutgoingMessage } from '../src/messages/message.ts';
import type { Database } from '../src/storage/database.ts';
import { openMailServer, openSmsServer, type MailServer, type SmsServer } from './support/message-takers.ts';
import { testCore } from './support/test-core.ts';
import {
  openTestService,
  type Answer,
  type CreatedSession,
  type TestService,
} from './support/test-service.ts';

let mail: MailServer;
let sms: SmsServer;
let service: TestService;
before(async () => {
  mail = await openMailServer();
  sms = await openSmsServer();
  const from = 'Acme Sign <sign@acme.example>';
  service = await openTestService({
    senders: {
      email: createMailSender({ url: mail.url, from }),
      sms: createSmsGateway({ url: sms.url, token: 'sms-key-1' }),
    },
  });
});
after(async () => {
  await service.close();
  await Promise.all([mail.close(), sms.close()]);
});

let signers = 0;
let signer: { name: string; cpf: string; email: string; phone: string; otpChannel: string };
beforeEach(() => {
  signers += 1;
  const phone = `+55119${String(20_000_000 + signers)}`;
  signer = {
    name: 'Maria',
    cpf: '52998224725',
    email: `m${signers}@example.com`,
    phone,
    otpChannel: 'email',
  };
});

async function accept(
  otpChannel: 'email' | 'sms',
  from = service,
): Promise<Answer & { session: CreatedSession }> {
  const session = await from.create({
    policy: { profile: 'CLICK_PLUS_OTP' },
    signer: { ...signer, otpChannel },
    locale: 'en',
  });
  const answer = await from.accept(session);
  assert.equal(answer.status, 200, JSON.stringify(answer.body));
  return { ...answer, session };
}

/** Resolves when the queue is empty; delivery runs once a second. */
async function untilQueueIsEmpty(of = service): Promise<void> {
  for (;;) {
    const rows = await of.database.query('SELECT message_id FROM outgoing_messages');
    if (rows.length === 0) return;
    await delay(20);
  }
}

describe('an e-mail', () => {
  test('goes to the mail server, and the inbox holds nothing that it did not receive', async () => {
    const { body } = await accept('email');
    const { from, to, raw } = await mail.next();
    assert.deepEqual([from, to], ['sign@acme.example', [signer.email]]);
    assert.match(raw, /^From: Acme Sign <sign@acme\.example>\r$/m);
    assert.match(raw, /^Message-ID: <msg_\w+@acme\.example>\r$/m);
    assert.match(
      raw,
      new RegExp(`^Subject: =\\?UTF-8\\?Q\\?${body.sandbox.otpCode}_is_your_code_for_Acme`, 'm'),
    );
    assert.match(raw, /^Content-Type: multipart\/alternative;/m);
    assert.ok(raw.indexOf('Content-Type: text/plain') < raw.indexOf('Content-Type: text/html'));
    assert.ok(raw.includes(`\r\n${body.sandbox.otpCode}\r\n`));
    await untilQueueIsEmpty();
    assert.deepEqual(await service.messages(), []);
  });

  test('goes to names and domains with accents and signs', async () => {
    for (const address of ['joão+&x@ação.org.br', "o'brien/rh{a}@example.com"]) {
      signer = { ...signer, email: address };
      const { body } = await accept('email');
      const { to, raw } = await mail.next();
      assert.deepEqual(to, [address]);
      assert.ok(raw.includes(body.sandbox.otpCode));
    }
  });

  test('that the server refuses temporarily is sent later, without delaying the signer', async () => {
    mail.refuse(451, 421);
    const { body } = await accept('email');
    assert.equal(body.nextStep.type, 'OTP_VERIFY');
    const { to, raw } = await mail.next();
    assert.deepEqual(to, [signer.email]);
    assert.ok(raw.includes(body.sandbox.otpCode));
    assert.equal(mail.attempts.filter(address => address === signer.email).length, 3);
  });

  test('stays in the queue when the server refuses all connections, even with a 5xx', async () => {
    mail.turnAway();
    const { body } = await accept('email');
    const { to, raw } = await mail.next();
    assert.deepEqual(to, [signer.email]);
    assert.ok(raw.includes(body.sandbox.otpCode));
  });

  test('that the server refuses permanently is given up, and the log quotes nothing of it', async () => {
    mail.refuse(550);
    const { body } = await accept('email');
    await untilQueueIsEmpty();
    assert.equal(mail.attempts.filter(address => address === signer.email).length, 1);
    const log = service.errors.join('\n');
    assert.match(log, /MessageRefusedError/);
    assert.doesNotMatch(log, /@example\.com/);
    assert.ok(!log.includes(body.sandbox.otpCode));
  });

  test('that cannot be delivered is shown to the signer, who may request another code at once', async () => {
    mail.refuse(550);
    const { body, session } = await accept('email');
    assert.equal(body.otp.delivery, 'pending');
    await untilQueueIsEmpty();
    const refused = await service.view(session);
    const [, , verify] = refused.steps;
    assert.deepEqual([refused.otp.delivery, verify.error], ['failed', 'not-sent']);
    assert.equal(refused.otp.maskedDestination, `m${'*'.repeat(4)}@example.com`, 'and nothing more of it');
    assert.ok(refused.otp.resendAvailableAt <= refused.serverTime);

    const again = await service.act(session, { action: 'resend_otp' });
    assert.equal(again.status, 200, JSON.stringify(again.body));
    const { raw } = await mail.next();
    assert.ok(raw.includes(again.body.sandbox.otpCode));
    await untilQueueIsEmpty();
    const { otp, steps } = await service.view(session);
    assert.deepEqual([otp.delivery, steps[2].error], ['sent', undefined]);
    const early = await service.act(session, { action: 'resend_otp' });
    assert.equal(early.status, 429, 'one that was sent is waited for');
  });

  test('goes to no other machine without TLS', async () => {
    // This machine, under a name that does not reveal it.
    const url = mail.url.replace('127.0.0.1', '0.0.0.0');
    const sender = createMailSender({ url, from: 'a@b.example' });
    const message = {
      messageId: 'msg_1',
      at: new Date(),
      channel: 'email',
      to: 'clear@example.com',
      text: 'x',
    } as const;
    await assert.rejects(sender.send(message, new AbortController().signal), { name: 'Error' });
    assert.ok(!mail.attempts.includes(message.to));
  });

  test('to an unreachable server delays no request', async () => {
    const gone = await openMailServer();
    await gone.close();
    const sender = createMailSender({ url: gone.url, from: 'a@b.example' });
    const message = {
      messageId: 'msg_1',
      at: new Date(),
      channel: 'email',
      to: 'x@y.example',
      text: 'x',
    } as const;
    await assert.rejects(sender.send(message, new AbortController().signal), {
      message: 'The mail server did not take the message.',
    });
  });
});

describe('an SMS', () => {
  test('goes to the gateway, with a key that stays the same at every try', async () => {
    sms.answer(503, 429);
    const { body } = await accept('sms');
    const tries = [await sms.next(), await sms.next(), await sms.next()];
    const host = '127.0.0.1';
    const text = `Acme Crédito: your code is ${body.sandbox.otpCode}. It works until 12:03 (Brasília time). Do not share it.\n\n@${host} #${body.sandbox.otpCode}`;
    assert.deepEqual(tries[0]?.body, { to: signer.phone, text });
    assert.equal(tries[0]?.method, 'POST');
    assert.equal(tries[0]?.authorization, 'Bearer sms-key-1');
    assert.match(String(tries[0]?.key), /^msg_/);
    assert.equal(new Set(tries.map(({ key }) => key)).size, 1);
    await untilQueueIsEmpty();
  });

  test('that the gateway refuses is given up', async () => {
    sms.answer(400);
    await accept('sms');
    await sms.next();
    await untilQueueIsEmpty();
    const tries = sms.requests.filter(({ body }) => JSON.stringify(body).includes(signer.phone));
    assert.equal(tries.length, 1);
  });

  test('follows no redirect', async () => {
    const count = sms.requests.length;
    sms.answer(307);
    const sender = createSmsGateway({ url: sms.url });
    const message = { messageId: 'msg_2', at: new Date(), channel: 'sms', to: '+551190', text: 'x' } as const;
    await assert.rejects(sender.send(message, new AbortController().signal), TypeError);
    assert.equal(sms.requests.length, count + 1);
    await sms.next();
  });

  test('is aborted when the service closes while the gateway does not answer', async () => {
    sms.answer(undefined);
    const closing = new AbortController();
    const message = { messageId: 'msg_3', at: new Date(), channel: 'sms', to: '+551190', text: 'x' } as const;
    const sending = createSmsGateway({ url: sms.url }).send(message, closing.signal);
    await sms.next();
    closing.abort();
    await assert.rejects(sending, { name: 'AbortError' });
  });
});

/** Another queue over a service's messages, sealed with its keys. Default: it has nothing to send with. */
async function queueOf(
  { database, clock }: TestService,
  parts: Partial<MessageQueueParts> = {},
): Promise<MessageQueue> {
  const core = await testCore({ database, clock });
  return new MessageQueue(core, { senders: {}, onSettled: async () => undefined, ...parts });
}

/** A sender whose result the test decides for each message. */
function scripted(): MessageSender & { sent: string[]; next: () => Promise<void> } {
  const sender = {
    sent: [] as string[],
    next: async (): Promise<void> => undefined,
    async send({ messageId }: { messageId: string }): Promise<void> {
      sender.sent.push(messageId);
      await sender.next();
    },
  };
  return sender;
}

describe('the queue', () => {
  test('resends what a process claimed before it was killed', async () => {
    const email = scripted();
    const local = await openTestService({ senders: { email } });
    const lifted = new AbortController();
    email.next = async () => void (await once(lifted.signal, 'abort'));
    await accept('email', local);
    while (email.sent.length === 0) await delay(20);
    email.next = async () => undefined;
    await local.database.query('UPDATE outgoing_messages SET leased_until = clock_timestamp()');
    await untilQueueIsEmpty(local);
    assert.equal(email.sent.length, 2);
    assert.equal(new Set(email.sent).size, 1, 'by the same id');
    lifted.abort();
    await local.close();
  });

  test('sends no code that has expired', async () => {
    const email = scripted();
    const local = await openTestService({ senders: { email } });
    email.next = () => Promise.reject(new Error('down'));
    await accept('email', local);
    while (email.sent.length === 0) await delay(20);
    local.clock.advance(5 * 60_000);
    const tries = email.sent.length;
    await local.database.query('UPDATE outgoing_messages SET due_at = clock_timestamp()');
    await untilQueueIsEmpty(local);
    assert.equal(email.sent.length, tries);
    await local.close();
  });

  test('sends nothing of a session that has ended but its completion, and nothing of one that is erased', async () => {
    const sent: (string | undefined)[] = [];
    let isDown = true;
    const email = {
      send: async ({ subject }: OutgoingMessage) => {
        if (isDown) throw new Error('down');
        sent.push(subject);
      },
    };
    const local = await openTestService({ senders: { email } });
    const { database } = local;
    const queued = async () => (await database.query('SELECT 1 FROM outgoing_messages')).length;
    const owner = { email: 'owner@example.com' };
    const [cancelled, completed, erased] = [
      await local.create({ signer, owner }),
      await local.create({ signer, owner }),
      await local.create({ signer, owner }),
    ];
    const { session: declined } = await accept('email', local);
    assert.equal(await queued(), 4, 'three invitations and a code');
    await local.call(`/v1/signing-sessions/${cancelled.sessionId}/cancel`, {
      as: await local.token(),
      json: {},
    });
    await local.call(`/v1/signing-sessions/${declined.sessionId}/cancel`, {
      as: declined.clientSecret,
      json: {},
    });
    assert.equal(await queued(), 2);
    for (const session of [completed, erased]) assert.equal((await local.accept(session)).status, 200);
    assert.equal(await queued(), 4, 'two to the owner, two to the signer');
    await database.query(`UPDATE sessions SET erase_at = '2000-01-01' WHERE session_id = $1`, [
      erased.sessionId,
    ]);
    await local.call('/_local/clock', { json: { advanceSeconds: 1 } });
    assert.equal(await queued(), 2);
    isDown = false;
    await database.query('UPDATE outgoing_messages SET due_at = clock_timestamp()');
    await untilQueueIsEmpty(local);
    assert.deepEqual(sent, ['Concluído: contrato.pdf', 'Concluído: contrato.pdf']);
    await local.close();
  });

  test('reports a code that expires between two attempts as not sent', async () => {
    const email = scripted();
    const local = await openTestService({ senders: { email } });
    email.next = () => Promise.reject(new Error('down'));
    const { session } = await accept('email', local);
    while (email.sent.length === 0) await delay(20);
    await local.database.query(`UPDATE outgoing_messages SET due_at = clock_timestamp() + interval '1 hour'`);
    await local.call('/_local/clock', { json: { advanceSeconds: 5 * 60 }, method: 'POST' });
    assert.deepEqual(await local.database.query('SELECT message_id FROM outgoing_messages'), []);
    const { otp, steps } = await local.view(session);
    assert.deepEqual([otp.delivery, steps[2].error], ['failed', 'not-sent']);
    await local.close();
  });

  test('is not touched by a process without senders', async () => {
    const mute = await openTestService({ local: undefined });
    const email = scripted();
    const queue = await queueOf(mute);
    const message = { channel: 'email', to: 'a@example.com', subject: 'x', text: 'x' } as const;
    const { database, clock } = mute;
    const { sessionId } = await mute.create();
    await queue.put(database, message, { at: clock.now(), goodUntil: new Date('2027-01-01'), sessionId });
    await queue.deliverBy(email);
    const [row] = await database.query('SELECT attempts, channel FROM outgoing_messages');
    assert.deepEqual(row, { attempts: 0, channel: 'email' });
    await mute.restart({ senders: { email } });
    await untilQueueIsEmpty(mute);
    assert.equal(email.sent.length, 1);
    await mute.close();
  });

  test('keeps a queued message whose channel it learns only on trying and cannot send by', async () => {
    const local = await openTestService({ local: undefined, senders: { sms: scripted() } });
    const queue = await queueOf(local);
    const message = { channel: 'email', to: 'a@example.com', subject: 'x', text: 'x' } as const;
    const { sessionId } = await local.create();
    const terms = { at: local.clock.now(), goodUntil: new Date('2027-01-01'), sessionId };
    await local.database.transaction(async queries => {
      await queue.put(queries, message, terms);
      // As written before the channel had a column.
      await queries.query('UPDATE outgoing_messages SET channel = NULL');
    });
    let attempts = 0;
    while (attempts === 0) {
      await delay(20);
      const [row] = await local.database.query<{ attempts: number }>(
        'SELECT attempts FROM outgoing_messages',
      );
      attempts = row?.attempts ?? -1;
    }
    assert.ok(attempts > 0, 'it is still there');
    await local.close();
  });

  test('sends two messages of a channel at a time, and does not block the other channel', async () => {
    const email = scripted();
    const text = scripted();
    const local = await openTestService({ senders: { email, sms: text } });
    const lifted = new AbortController();
    email.next = async () => void (await once(lifted.signal, 'abort'));
    for (let sent = 0; sent < 5; sent += 1) {
      signer = { ...signer, email: `n${sent}${signer.email}` };
      await accept('email', local);
    }
    while (email.sent.length < 2) await delay(20);
    await accept('sms', local);
    while (text.sent.length === 0) await delay(20);
    assert.equal(email.sent.length, 2);
    email.next = async () => undefined;
    lifted.abort();
    await untilQueueIsEmpty(local);
    assert.equal(new Set(email.sent).size, 5);
    assert.equal(email.sent.length, 5);
    await local.close();
  });

  test('times out when a server does not answer, and retries', async () => {
    const mute = await openTestService({ local: undefined });
    const tries: string[] = [];
    const email = {
      async send({ messageId }: OutgoingMessage, signal: AbortSignal) {
        tries.push(messageId);
        if (tries.length > 1) return;
        // On a busy machine the time may be over before this is called.
        if (!signal.aborted) await once(signal, 'abort');
        throw new Error('broken off');
      },
    };
    const { database, clock } = mute;
    const queue = await queueOf(mute, { senders: { email }, tryMs: 50 });
    await queue.queues.get('email')?.start(new JobLook({ database, reportError: assert.fail }));
    const message = { channel: 'email', to: 'a@example.com', subject: 'x', text: 'x' } as const;
    const { sessionId } = await mute.create();
    await queue.put(database, message, { at: clock.now(), goodUntil: new Date('2027-01-01'), sessionId });
    await untilQueueIsEmpty(mute);
    await queue.queues.get('email')?.stop();
    assert.equal(tries.length, 2);
    assert.equal(new Set(tries).size, 1);
    await mute.close();
  });

  test('contains nothing that was rolled back', async () => {
    const email = scripted();
    const local = await openTestService({ senders: { email } });
    let written = 0;
    const full: Database = {
      ...local.database,
      transaction: work =>
        local.database.transaction(async queries => {
          const result = await work(queries);
          written = (await queries.query('SELECT message_id FROM outgoing_messages')).length;
          if (written > 0) throw new Error('No space is left on the device.');
          return result;
        }),
    };
    const session = await local.create({ policy: { profile: 'CLICK_PLUS_OTP' }, signer });
    const { status } = await (await local.restart({ database: full })).accept(session);
    assert.deepEqual([status, written], [500, 1]);
    assert.deepEqual(await local.database.query('SELECT message_id FROM outgoing_messages'), []);
    assert.deepEqual(email.sent, []);
    await local.close();
  });
});

describe('a service that cannot send', () => {
  test('creates no session with codes, and announces no e-mail', async () => {
    const local = await openTestService({ local: undefined });
    const as = await local.token();
    const json = { policy: { profile: 'CLICK_PLUS_OTP' }, signer, action: { type: 'x', description: 'x' } };
    const { status, body } = await local.call('/v1/trust-sessions', { as, json });
    assert.deepEqual([status, body.type], [403, 'feature-not-enabled']);
    await local.close();
  });
});

describe('a completion', () => {
  for (const [locale, subject, words] of [
    ['pt-BR', 'Concluído: contrato.pdf', /Maria concluiu “contrato\.pdf”/],
    ['en', 'Completed: contrato.pdf', /Maria completed “contrato\.pdf”/],
    ['es', 'Completado: contrato.pdf', /Maria completó «contrato\.pdf»/],
  ] as const) {
    test(`is sent to the owner and to the signer they invited, with links: ${locale}`, async () => {
      const local = await openTestService();
      const owner = { email: 'owner@example.com', name: 'Ana' };
      const session = await local.create({ signer, owner, locale });
      const { body } = await local.accept(session);
      // Messages are sent in parallel, so they arrive in any order.
      const letters = (await local.messages()).filter(letter => letter.subject === subject);
      assert.deepEqual(letters.map(({ to }) => to).toSorted(), [signer.email, owner.email]);
      const toOwner = letters.find(({ to }) => to === owner.email);
      const toSigner = letters.find(({ to }) => to === signer.email);
      assert.match(String(toOwner?.text), words);
      assert.ok(toOwner?.text.includes(`http://127.0.0.1:4010/verify/${body.evidenceId}`));
      assert.ok(!toOwner?.text.includes('cs='), 'the signer’s link is nobody else’s');
      assert.ok(toSigner?.text.includes(`/s/${session.sessionId}?cs=`));
      await local.close();
    });
  }

  test('is sent to nobody when no owner was named', async () => {
    const local = await openTestService();
    await local.accept(await local.create({ signer }));
    assert.deepEqual(await local.messages(), []);
    await local.close();
  });
});

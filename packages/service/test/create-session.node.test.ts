import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { onePagePdf } from '../../../test/support/small-pdf.ts';
import { readPdf } from './support/sealing.ts';
import {
  openTestService,
  PUBLIC_URL,
  sessionRequest,
  type Answer,
  type TestService,
} from './support/test-service.ts';

let service: TestService;
let token: string;
before(async () => {
  service = await openTestService();
  token = await service.token();
});
after(() => service.close());

const create = (changes: Readonly<Record<string, unknown>>): Promise<Answer> =>
  service.call('/v1/signing-sessions', { as: token, json: sessionRequest(changes) });

const base64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64');

describe('creating a signing session', () => {
  test('answers the session, once with its secret', async () => {
    const answer = await create({ expiresInMinutes: 5, locale: 'es' });
    assert.equal(answer.status, 201);
    assert.equal(answer.headers.get('API-Version'), '1.0');
    assert.equal(answer.headers.get('Cache-Control'), 'no-store');
    assert.equal(answer.body.status, 'ACTIVE');
    assert.equal(answer.body.createdAt, '2026-11-20T14:58:03.500Z');
    assert.equal(answer.body.expiresAt, '2026-11-20T15:03:03.000Z');
    assert.equal(answer.body.url, `${PUBLIC_URL}/s/${answer.body.sessionId}`);
    assert.equal(answer.body.inviteSent, undefined);
    const [, payload = ''] = answer.body.clientSecret.split('.');
    assert.deepEqual(JSON.parse(Buffer.from(payload, 'base64url').toString()), {
      aud: 'signer',
      sid: answer.body.sessionId,
      iat: Date.parse('2026-11-20T14:58:03Z') / 1000,
      exp: Date.parse(answer.body.expiresAt) / 1000,
    });
    const status = await service.call(`/v1/signing-sessions/${answer.body.sessionId}/status`, { as: token });
    assert.equal(status.body.status, 'ACTIVE');
  });

  test('keeps the secret nowhere', async () => {
    const { clientSecret } = await service.create({}, token);
    const signature = clientSecret.slice(-20);
    for (const table of ['sessions', 'idempotency_keys', 'outbox', 'settings', 'messages']) {
      const rows = await service.database.query(`SELECT * FROM ${table}`);
      assert.doesNotMatch(JSON.stringify(rows), new RegExp(signature), table);
    }
  });

  test('sends an invitation when somebody else than the signer asks', async () => {
    const owner = { email: 'owner@example.com', name: 'Acme Crédito' };
    const { body } = await create({ owner, locale: 'en' });
    assert.equal(body.inviteSent, true);
    const messages = await service.call('/_local/messages');
    const message = messages.body.at(-1);
    assert.equal(message.to, 'maria@example.com');
    assert.equal(message.subject, 'Acme Crédito asks for your signature');
    assert.ok(message.text.includes(`${body.url}?cs=${encodeURIComponent(body.clientSecret)}`));
    assert.match(message.text, /20 November 2026|November 20, 2026/);

    const own = await create({ owner: { email: 'MARIA@example.com' } });
    assert.equal(own.body.inviteSent, false);
    assert.equal((await service.call('/_local/messages')).body.length, messages.body.length);
  });

  test('keeps the signer’s numbers as digits, however they are written', async () => {
    const session = await service.create({
      signer: {
        name: ' Maria ',
        cpf: '529.982.247-25',
        cnpj: '12.ABC.345/01DE-35',
        phone: '+5511912345678',
        otpChannel: 'SMS',
      },
    });
    const { body } = await service.call(`/v1/signing-sessions/${session.sessionId}`, { as: token });
    assert.deepEqual(body.signer, {
      name: 'Maria',
      maskedCpf: '***.982.247-**',
      maskedCnpj: '**.ABC.345/****-**',
      maskedPhone: '+55*******5678',
    });
  });
});

const signer = { name: 'Maria', cpf: '52998224725' };
const document = { content: base64(onePagePdf('x')), filename: 'x.pdf' };
const longKey = 'k'.repeat(257);
const email = 'm@example.com';
const company = { name: 'Acme', cnpj: '12ABC34501DE35' };
const otp = { profile: 'CLICK_PLUS_OTP' };
const custom = (...customSteps: string[]) => ({ profile: 'CUSTOM', customSteps });
const action = { type: 'transfer', description: 'Pay R$ 10' };
const aboutAction = { purpose: 'ACTION_AUTHENTICATION', document: undefined, action };

/** A description, the invalid members, and the expected pointer. */
const MISTAKES: [string, Record<string, unknown>, string][] = [
  ['no signer', { signer: undefined }, '/signer'],
  ['a signer without a number', { signer: { name: 'Maria' } }, '/signer'],
  ['a signer without a name', { signer: { cpf: '52998224725' } }, '/signer/name'],
  ['an empty name', { signer: { ...signer, name: '   ' } }, '/signer/name'],
  ['a name with a line break', { signer: { ...signer, name: 'Maria\nBcc: x' } }, '/signer/name'],
  ['a name with half a character', { signer: { ...signer, name: 'Maria \ud83d' } }, '/signer/name'],
  ['a CPF with a wrong digit', { signer: { name: 'Maria', cpf: '52998224726' } }, '/signer/cpf'],
  ['a CPF of one digit', { signer: { name: 'Maria', cpf: '11111111111' } }, '/signer/cpf'],
  ['a CNPJ with a wrong digit', { signer: { name: 'Acme', cnpj: '12ABC34501DE36' } }, '/signer/cnpj'],
  ['an e-mail that is none', { signer: { ...signer, email: 'maria@' } }, '/signer/email'],
  ['an e-mail of two alphabets', { signer: { ...signer, email: 'm\u0430ria@example.com' } }, '/signer/email'],
  ['a mobile phone that cannot exist', { signer: { ...signer, phone: '+551191234567' } }, '/signer/phone'],
  ['a phone without its country', { signer: { ...signer, phone: '11912345678' } }, '/signer/phone'],
  ['an unknown OTP channel', { signer: { ...signer, otpChannel: 'pigeon' } }, '/signer/otpChannel'],
  ...[
    '1990-02-30',
    '1990',
    '1990-05',
    '+019900',
    '0000-01-01',
    '1899-12-31',
    '2999-01-01',
    ' 1990-05-04',
  ].map((birthDate): [string, Record<string, unknown>, string] => [
    `the birth date ${birthDate}`,
    { signer: { ...signer, birthDate } },
    '/signer/birthDate',
  ]),
  ['no policy', { policy: undefined }, '/policy'],
  ['a step type as profile', { policy: { profile: 'DIGITAL_SIGN_A1' } }, '/policy/profile'],
  ['an unknown profile', { policy: { profile: 'HANDSHAKE' } }, '/policy/profile'],
  [
    'a profile for trust sessions alone',
    { policy: { profile: 'BIOMETRIC_DOCUMENT_FALLBACK' } },
    '/policy/profile',
  ],
  ['an unknown purpose', { purpose: 'FUN' }, '/purpose'],
  ['no document', { document: undefined }, '/document'],
  ['no content', { document: { filename: 'x.pdf' } }, '/document/content'],
  ['0 bytes', { document: { ...document, content: '' } }, '/document/content'],
  ['no PDF', { document: { ...document, content: base64(Buffer.from('<html>')) } }, '/document/content'],
  [
    'broken base64',
    { document: { ...document, content: `${document.content.slice(0, -5)}*` } },
    '/document/content',
  ],
  ['base64 without padding', { document: { ...document, content: 'JVBERi0xLg' } }, '/document/content'],
  ['base64url', { document: { ...document, content: 'JVBERi0-' } }, '/document/content'],
  [
    'a data: address',
    { document: { ...document, content: `data:application/pdf;base64,${document.content}` } },
    '/document/content',
  ],
  ['a file name with a path', { document: { ...document, filename: '../x.pdf' } }, '/document/filename'],
  ['too short a life', { expiresInMinutes: 4 }, '/expiresInMinutes'],
  ['too long a life', { expiresInMinutes: 1441 }, '/expiresInMinutes'],
  ['half a minute', { expiresInMinutes: 5.5 }, '/expiresInMinutes'],
  ['minutes as text', { expiresInMinutes: '60' }, '/expiresInMinutes'],
  ['an unknown language', { locale: 'fr' }, '/locale'],
  ['a return address that runs', { returnUrl: 'javascript:alert(1)' }, '/returnUrl'],
  ['an open return address', { returnUrl: 'http://shop.example/' }, '/returnUrl'],
  ['a return address without a host', { returnUrl: 'https:evil.example' }, '/returnUrl'],
  ['a return address with one slash', { cancelUrl: 'https:/evil.example/' }, '/cancelUrl'],
  ['a return address with a backslash', { cancelUrl: 'https:\\\\evil.example' }, '/cancelUrl'],
  ['a return address with a line break', { returnUrl: 'https://a.example/\nx' }, '/returnUrl'],
  ['a return address with a space before it', { returnUrl: ' https://a.example/' }, '/returnUrl'],
  ['a return address that turns around', { returnUrl: 'https://a.example/\u202etxt' }, '/returnUrl'],
  ['a return address with a mark', { returnUrl: 'https://a.example/\u200ftxt' }, '/returnUrl'],
  ['a logo without a host', { appearance: { logoUrl: 'https:evil.example' } }, '/appearance/logoUrl'],
  ['a logo with a password', { appearance: { logoUrl: 'https://a:b@c.example/' } }, '/appearance/logoUrl'],
  ['a return address with a password', { returnUrl: 'https://me:pw@shop.example/' }, '/returnUrl'],
  ['a cancel address that is none', { cancelUrl: '/back' }, '/cancelUrl'],
  ['an owner without e-mail', { owner: { name: 'Acme' } }, '/owner/email'],
  ['a colour that is none', { appearance: { brandColor: 'red;}' } }, '/appearance/brandColor'],
  ['a logo without https', { appearance: { logoUrl: 'http://cdn.example/l.png' } }, '/appearance/logoUrl'],
  [
    'a logo host that would add to the page’s policy',
    { appearance: { logoUrl: 'https://cdn.example;x/l.png' } },
    '/appearance/logoUrl',
  ],
  ['a logo host with a wildcard', { appearance: { logoUrl: 'https://*.example/' } }, '/appearance/logoUrl'],
  ['a return address with such a host', { returnUrl: "https://shop.example,'self'/" }, '/returnUrl'],
  ['an unknown header style', { appearance: { headerStyle: 'huge' } }, '/appearance/headerStyle'],
  ['a title without end', { appearance: { title: 'x'.repeat(201) } }, '/appearance/title'],
  ['a long metadata key', { metadata: { [longKey]: 'v' } }, `/metadata/${longKey}`],
  ['a long metadata value', { metadata: { key: 'v'.repeat(1025) } }, '/metadata/key'],
  ['metadata within metadata', { metadata: { key: { more: 1 } } }, '/metadata/key'],
  ['a metadata key that needs escapes', { metadata: { 'a/b~c': [] } }, '/metadata/a~1b~0c'],
  ['an action beside a document', { action }, '/action'],
  [
    'an action to authenticate, but none said',
    { purpose: 'ACTION_AUTHENTICATION', document: undefined },
    '/action',
  ],
  ['a document beside an action', { purpose: 'ACTION_AUTHENTICATION', action }, '/document'],
  ['an action without words', { ...aboutAction, action: { type: 'transfer' } }, '/action/description'],
  ['an action without a type', { ...aboutAction, action: { description: 'Pay' } }, '/action/type'],
  ['steps that nobody named', { policy: { profile: 'CUSTOM' } }, '/policy/customSteps'],
  ['no steps at all', { policy: custom() }, '/policy/customSteps'],
  ['an unknown step', { policy: custom('CLICK_ACCEPT', 'DANCE') }, '/policy/customSteps/1'],
  ['the same step twice', { policy: custom('CLICK_ACCEPT', 'CLICK_ACCEPT') }, '/policy/customSteps/1'],
  [
    'steps beside another profile',
    { policy: { ...otp, customSteps: ['CLICK_ACCEPT'] } },
    '/policy/customSteps',
  ],
  ['steps that accept nothing', { policy: custom('PURPOSE_DISCLOSURE') }, '/policy/customSteps'],
  [
    'a code that is not asked for',
    { policy: custom('CLICK_ACCEPT', 'OTP_CHALLENGE') },
    '/policy/customSteps/1',
  ],
  ['a code that nobody sent', { policy: custom('CLICK_ACCEPT', 'OTP_VERIFY') }, '/policy/customSteps/1'],
  [
    'a code sent too early',
    { policy: custom('OTP_CHALLENGE', 'CLICK_ACCEPT', 'OTP_VERIFY') },
    '/policy/customSteps/0,/policy/customSteps/2',
  ],
  [
    'a certificate without a document',
    { ...aboutAction, policy: custom('CLICK_ACCEPT', 'DIGITAL_SIGN_A1') },
    '/policy/customSteps/1',
  ],
  ['codes with nowhere to go', { policy: otp, signer }, '/signer/email'],
  [
    'an SMS without a phone',
    { policy: otp, signer: { ...signer, email, otpChannel: 'sms' } },
    '/signer/phone',
  ],
  [
    'an e-mail without an address',
    { policy: otp, signer: { ...signer, phone: '+5511912345678', otpChannel: 'EMAIL' } },
    '/signer/email',
  ],
  ['biometrics without a CPF', { policy: { profile: 'BIOMETRIC' }, signer: company }, '/signer/cpf'],
  [
    'a government check without a birth date',
    { policy: { profile: 'BIOMETRIC_SERPRO' }, signer },
    '/signer/birthDate',
  ],
  ['an unknown channel', { deliverVia: 'pigeon' }, '/deliverVia'],
];

describe('a request is refused for', () => {
  for (const [what, changes, pointer] of MISTAKES) {
    test(what, async () => {
      const { status, body } = await create(changes);
      assert.equal(status, 400, JSON.stringify(body));
      assert.equal(body.type, 'validation-error');
      assert.equal(typeof body.title, 'string');
      assert.deepEqual(
        body.errors.map((error: { pointer: string }) => error.pointer),
        pointer.split(','),
      );
    });
  }

  test('nothing when all is allowed that may be', async () => {
    const answer = await create({
      unknown: 'member',
      signer: { ...signer, email: 'm@example.com', birthDate: '1990-02-28', userExternalId: 'u-1' },
      returnUrl: 'http://localhost:3000/back',
      cancelUrl: 'https://shop.example/cancel',
      metadata: { text: 'x'.repeat(1024), ['k'.repeat(256)]: 1, flag: false },
      appearance: {
        brandColor: '#0a7',
        logoUrl: 'https://[2001:db8::1]:8443/l.png;v=1',
        headerStyle: 'minimal',
        borderRadius: 8,
      },
      expiresInMinutes: 1440,
    });
    assert.equal(answer.status, 201, JSON.stringify(answer.body));
  });

  test('delivery of the link by SMS, and says what is missing for the other ways', async () => {
    const phoned = { ...signer, phone: '+5511912345678' };
    const { status, body } = await create({ deliverVia: 'sms', signer: phoned, locale: 'en' });
    assert.equal(status, 201);
    const message = (await service.call('/_local/messages')).body.at(-1);
    assert.deepEqual([message.channel, message.to], ['sms', phoned.phone]);
    assert.ok(message.text.endsWith(`: ${body.url}?cs=${encodeURIComponent(body.clientSecret)}`));

    const unphoned = await create({ deliverVia: 'sms' });
    assert.deepEqual([unphoned.status, unphoned.body.errors[0].pointer], [400, '/signer/phone']);
    const other = await create({ deliverVia: 'whatsapp', signer: phoned });
    assert.deepEqual([other.status, other.body.type], [403, 'feature-not-enabled']);
    assert.match(other.body.detail, /by SMS, not by whatsapp/);
    const json = sessionRequest({ deliverVia: 'sms', signer: phoned });
    const basic = await service.call('/v1/signing-sessions', { as: await service.token('basic'), json });
    assert.equal(basic.status, 403);
    assert.match(basic.body.detail, /not enabled for this tenant/);
  });

  test('signers without a name where the profile needs none', async () => {
    const named = { policy: { profile: 'CLICK_PLUS_OTP' } };
    const { body } = await create({ ...named, signer: { cpf: '52998224725', email: 'maria@example.com' } });
    const session = { sessionId: body.sessionId, clientSecret: body.clientSecret };
    const view = await service.call(`/v1/signing-sessions/${session.sessionId}`, {
      as: session.clientSecret,
    });
    assert.equal(view.body.signer.name, '***.982.247-**');
    const transaction = await service.call(`/v1/transactions/${body.transactionId}`, { as: token });
    assert.equal(transaction.body.signer.name, '');
  });

  test('PHP’s empty objects, which are lists', async () => {
    const { status, body } = await create({ metadata: [], appearance: [] });
    assert.equal(status, 201, JSON.stringify(body));
    const cancelled = await service.call(`/v1/signing-sessions/${body.sessionId}/cancel`, {
      as: token,
      json: [],
    });
    assert.equal(cancelled.status, 200, JSON.stringify(cancelled.body));
  });
});

describe('the document', () => {
  for (const name of [
    'own/zero-bytes.pdf',
    'own/html-renamed.pdf',
    'own/header-only.pdf',
    'own/truncated-50pct.pdf',
    'own/zero-pages.pdf',
    'own/enc-aes256-userpw-teste123.pdf',
    'own/enc-aes256-owner-only.pdf',
  ]) {
    test(`is refused: ${name}`, async () => {
      const { status, body } = await create({
        document: { content: base64(readPdf(name)), filename: 'x.pdf' },
      });
      assert.equal(status, 400);
      assert.equal(body.errors[0].pointer, '/document/content');
    });
  }

  test('is refused when it is too large, by its own size and by that of the body', async () => {
    const large = await create({ document: { content: 'A'.repeat(10 * 1024 * 1024 + 4) } });
    assert.deepEqual([large.status, large.body.type], [413, 'payload-too-large']);
    const announced = await service.call('/v1/signing-sessions', {
      method: 'POST',
      as: token,
      headers: { 'Content-Type': 'application/json', 'Content-Length': String(160 * 1024 * 1024) },
      json: {},
    });
    assert.equal(announced.status, 413);
  });

  test('is not read to its end when it has no announced length and no end', async () => {
    let sent = 0;
    const endless = new ReadableStream<Uint8Array>({
      pull(controller) {
        sent += 65_536;
        controller.enqueue(new Uint8Array(65_536).fill(65));
      },
    });
    const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' };
    const request: RequestInit & { duplex: 'half' } = {
      method: 'POST',
      headers,
      body: endless,
      duplex: 'half',
    };
    const response = await service.fetch(new Request(`${PUBLIC_URL}/v1/signing-sessions`, request));
    assert.equal(response.status, 413);
    assert.ok(sent < 12 * 1024 * 1024, `${sent} bytes were read`);
  });

  test('of exactly 10 MiB of base64 is taken', async () => {
    const bytes = new Uint8Array((10 * 1024 * 1024 * 3) / 4).fill(0x20);
    const pdf = onePagePdf('Large');
    bytes.set(pdf);
    // Padding between the file and a copy of its end: readers look for the last startxref.
    const tail = Buffer.from(pdf).subarray(Buffer.from(pdf).indexOf('xref\n0'));
    bytes.set(tail, bytes.length - tail.length);
    const startxref = Buffer.from(pdf).indexOf('xref\n0');
    assert.ok(startxref > 0);
    const content = base64(bytes);
    assert.equal(content.length, 10 * 1024 * 1024);
    const { status, body } = await create({ document: { content, filename: 'large.pdf' } });
    assert.equal(status, 201, JSON.stringify(body));
  });
});

const send = (headers: Record<string, string>, body: string): Promise<Response> =>
  service.fetch(
    new Request(`${PUBLIC_URL}/v1/signing-sessions`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${token}`, ...headers },
      body,
    }),
  );

describe('a body', () => {
  test('of another type is refused', async () => {
    assert.equal((await send({ 'Content-Type': 'text/plain' }, '{}')).status, 415);
    assert.equal((await send({ 'Content-Type': 'application/x-www-form-urlencoded' }, 'a=b')).status, 415);
  });

  test('that is not JSON is refused', async () => {
    const response = await send({ 'Content-Type': 'application/json' }, '{"signer": ');
    assert.equal(response.status, 400);
    assert.equal(response.headers.get('Content-Type'), 'application/problem+json');
    const problem: unknown = await response.json();
    assert.deepEqual(problem, {
      type: 'validation-error',
      title: 'The request is not valid',
      status: 400,
      detail: 'The body is not well-formed.',
      instance: '/v1/signing-sessions',
      errors: [{ pointer: '', detail: 'Is not well-formed.' }],
    });
  });

  test('that is no object is refused', async () => {
    const response = await send({ 'Content-Type': 'application/json' }, '[]');
    assert.equal(response.status, 400);
  });
});

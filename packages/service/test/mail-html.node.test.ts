import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { escapeHtml, mailHtml } from '../src/messages/mail-html.ts';
import type { OutgoingMessage } from '../src/messages/message.ts';
import { openTestService, type TestService } from './support/test-service.ts';

const HOSTILE = `<img src=x onerror=alert(1)> & "Filhos" 'Ltda'`;

/** The words of the page in their order: what somebody reads whose mail program shows no styles. */
const wordsOf = (html: string): string =>
  html
    .replace(/^[^]*<body[^>]*>/, '')
    .replaceAll(/<a [^>]*>[^<]*<\/a>/g, '')
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&')
    .replaceAll(/\s+/g, ' ')
    .trim();

const checkMail = ({ text, html = '' }: OutgoingMessage): void => {
  assert.equal(wordsOf(html), text.replaceAll(/\s+/g, ' ').trim());
  assert.deepEqual(
    [...new Set([...html.matchAll(/<([a-z]+)/g)].map(([, tag]) => tag))].filter(
      tag => !['html', 'head', 'meta', 'title', 'body', 'p', 'br', 'a', 'span'].includes(tag ?? ''),
    ),
    [],
    'no image, script, style sheet or form',
  );
  assert.doesNotMatch(html, /url\(|<[^>]*\s(?:src|on\w+)=/);
};

describe('the HTML of e-mails', () => {
  const sent: OutgoingMessage[] = [];
  let service: TestService;
  before(async () => {
    service = await openTestService({
      senders: { email: { send: async message => void sent.push(message) } },
    });
  });
  after(() => service.close());

  /** The e-mail to an address, from 1, once it was sent. */
  async function mailTo(address: string, number: number): Promise<OutgoingMessage> {
    for (;;) {
      const found = sent.filter(({ to }) => to === address)[number - 1];
      if (found !== undefined) return found;
      await delay(10);
    }
  }

  for (const locale of ['pt-BR', 'en', 'es'] as const) {
    test(`say what the text says, with every value escaped: ${locale}`, async () => {
      const email = `maria-${locale.toLowerCase()}@example.com`;
      const ownerEmail = `ana-${locale.toLowerCase()}@example.com`;
      const session = await service.create({
        locale,
        policy: { profile: 'CLICK_PLUS_OTP' },
        signer: { name: HOSTILE, cpf: '52998224725', email, otpChannel: 'email' },
        owner: { email: ownerEmail, name: 'Ana' },
      });
      const invited = await mailTo(email, 1);
      checkMail(invited);
      const link = `/s/${session.sessionId}?cs=`;
      assert.match(String(invited.html), new RegExp(`<a href="[^"]*${link.replace('?', '\\?')}[^"]*"`));
      assert.ok(invited.html?.includes(escapeHtml(HOSTILE)));

      const { body } = await service.accept(session);
      const code = await mailTo(email, 2);
      checkMail(code);
      assert.match(String(code.html), new RegExp(`<p style="[^"]*">${body.sandbox.otpCode}</p>`));
      assert.doesNotMatch(String(code.html), /<a /);

      const done = await service.act(session, { action: 'verify_otp', otpCode: body.sandbox.otpCode });
      assert.equal(done.body.status, 'COMPLETED', JSON.stringify(done.body));
      const [toSigner, toOwner] = [await mailTo(email, 3), await mailTo(ownerEmail, 1)];
      checkMail(toSigner);
      checkMail(toOwner);
      assert.equal(toSigner.html?.match(/<a /g)?.length, 2);
      assert.equal(toOwner.html?.match(/<a /g)?.length, 1);
      assert.ok(!toOwner.html?.includes('cs='), 'the signer’s link is nobody else’s');
      assert.ok(toOwner.html?.includes(escapeHtml(HOSTILE)));
    });
  }

  test('links nothing but the addresses that it was given', () => {
    const text = 'Hello https://evil.example,\n\nhttps://evil.example\n\nhttps://acme.example/s/1?cs=a&b="';
    const links = [{ href: 'https://acme.example/s/1?cs=a&b="', label: 'Read <b>' }];
    const html = mailHtml({ locale: 'en', subject: HOSTILE, text, links });
    assert.deepEqual(
      [...html.matchAll(/<a href="([^"]*)"[^>]*>([^<]*)</g)].map(([, href, label]) => [href, label]),
      [['https://acme.example/s/1?cs=a&amp;b=&quot;', 'Read &lt;b&gt;']],
    );
    assert.ok(html.includes(`<title>${escapeHtml(HOSTILE)}</title>`));
  });
});

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { describe, it } from 'node:test';
import { curlOf, shellText } from '../../../demo/console/log/log.ts';
import {
  redactBody,
  redactHeaders,
  redactUrl,
  stepErrorsIn,
} from '../../../demo/console/log/watch-requests.ts';

const SECRETS = /ss_secret_|local-secret|whsec_|eyJ|529|Maria|maria|123456|sig=/;

/** What a shell makes of a word, with the log's variables set. */
function expanded(word: string): string {
  const env = { ...process.env, CODE: 'the-code', SESSION_SECRET: 'the-secret' };
  return spawnSync('sh', ['-c', `printf %s ${word}`], { encoding: 'utf8', env }).stdout;
}

describe('what the log keeps of a request', () => {
  it('holds no secret and none of a signer’s data', () => {
    const body = {
      action: 'verify_otp',
      otpCode: '123456',
      clientSecret: 'ss_secret_abc',
      secret: 'whsec_1',
      signer: { name: 'Maria da Silva', cpf: '529.982.247-25', email: 'maria@example.com' },
      document: { filename: 'contrato.pdf', content: 'JVBERi0x'.repeat(400) },
      downloadUrl: 'http://127.0.0.1:4010/v1/documents/doc_1?sig=abc&expires=1',
    };
    const redacted = redactBody(JSON.stringify(body), 'application/json') ?? '';
    assert.doesNotMatch(redacted, SECRETS);
    assert.match(redacted, /"otpCode": "\$CODE"/);
    assert.match(redacted, /"filename": "contrato\.pdf"/);
    assert.match(redacted, /documents\/doc_1\?\$QUERY"/);
    const form = 'grant_type=client_credentials&client_id=local&client_secret=local-secret';
    assert.equal(
      redactBody(form, 'application/x-www-form-urlencoded'),
      'grant_type=client_credentials&client_id=local&client_secret=$CLIENT_SECRET',
    );
    assert.deepEqual(redactHeaders(new Headers({ Authorization: 'Bearer ss_secret_abc', Accept: '*/*' })), [
      ['accept', '*/*'],
      ['authorization', 'Bearer $SESSION_SECRET'],
    ]);
    assert.deepEqual(redactHeaders(new Headers({ Authorization: 'Bearer eyJhbGciOi' })), [
      ['authorization', 'Bearer $TOKEN'],
    ]);
    assert.equal(redactUrl('/s/ss_1?cs=ss_secret_abc'), '/s/ss_1?$QUERY');
  });

  it('holds nothing of messages, of links within a text, or of a body within a body', () => {
    const link = 'http://127.0.0.1:4010/s/ss_1?cs=ss_secret_abc';
    const body = {
      messages: [{ to: 'maria@example.com', text: `Your code is 123456: ${link}` }],
      deliveries: [{ body: JSON.stringify({ data: { signer: { name: 'Maria', cpf: '52998224725' } } }) }],
      note: `Open ${link} now`,
    };
    const redacted = redactBody(JSON.stringify(body), 'application/json') ?? '';
    assert.doesNotMatch(redacted, SECRETS);
    assert.match(redacted, /"to": "\$RECIPIENT"/);
    assert.match(redacted, /Open http:\/\/127\.0\.0\.1:4010\/s\/ss_1\?\$QUERY now/);
  });

  it('tells what the service has against steps, of either answer that holds them', () => {
    const steps = [{ type: 'CLICK_ACCEPT' }, { type: 'OTP_VERIFY', error: 'wrong-code' }];
    assert.deepEqual(stepErrorsIn(JSON.stringify({ steps })), ['wrong-code']);
    assert.deepEqual(stepErrorsIn(JSON.stringify({ session: { steps } })), ['wrong-code']);
    assert.deepEqual(stepErrorsIn('[]'), []);
  });
});

describe('the curl command of a request', () => {
  it('is one command, with variables in place of secrets', () => {
    const command = curlOf(
      {
        method: 'POST',
        url: '/v1/signing-sessions/ss_1/advance',
        requestHeaders: redactHeaders(
          new Headers({ Authorization: 'Bearer ss_secret_a', 'Content-Type': 'application/json' }),
        ),
        requestBody: '{"action":"accept"}',
        responseHeaders: [],
      },
      'http://127.0.0.1:4010',
    );
    assert.equal(
      command,
      [
        `curl -X POST 'http://127.0.0.1:4010/v1/signing-sessions/ss_1/advance'`,
        `-H "authorization: Bearer $SESSION_SECRET"`,
        `-H 'content-type: application/json'`,
        `--data-raw '{"action":"accept"}'`,
      ].join(' \\\n  '),
    );
  });

  it('gives a shell the text as it is, but for the log’s own variables', () => {
    for (const text of [`it's $HOME`, '`id` "x" \\', '$(id)', 'é\n$CODES $SESSION_SECRETS']) {
      assert.equal(expanded(shellText(text)), text);
    }
    assert.equal(
      expanded(shellText('{"a":"$HOME `id` \\\\","code":"$CODE"}')),
      '{"a":"$HOME `id` \\\\","code":"the-code"}',
    );
    assert.equal(expanded(shellText('Bearer $SESSION_SECRET')), 'Bearer the-secret');
  });
});

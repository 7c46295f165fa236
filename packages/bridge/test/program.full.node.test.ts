import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { describe, it } from 'node:test';
import { freePort } from '../../../test/support/free-port.ts';
import { BridgeProgram } from './support/bridge-program.ts';
import { SoftToken, whyNoTokens } from './support/softhsm.ts';
import { ORIGIN, PageConnection } from './support/test-bridge.ts';

const HASH = createHash('sha256').update('Lease').digest('base64');
const why = whyNoTokens();

describe('the bridge as a program', { skip: why ?? false }, () => {
  it('pairs, shows, signs and forgets, by what is typed on its terminal', async () => {
    const token = new SoftToken();
    const env = { ...token.env, XDG_CONFIG_HOME: token.workshop.folder };
    token.workshop.selfSigned('maria', ['rsa:2048'], '-addext', 'basicConstraints=critical,CA:FALSE');
    token.add('maria', 'a1');
    const port = await freePort();
    const options = ['--terminal', '--lang', 'en', '--port', String(port), '--module', token.module];
    const bridge = new BridgeProgram(options, env);
    try {
      await bridge.says(`127.0.0.1:${port}`);
      const taken = new BridgeProgram(options, env);
      assert.equal(await taken.ended(), 1);
      assert.match(taken.output, /is taken by another program/);

      const page = await new PageConnection(port).opened();
      const pairing = page.send('pair');
      const shown = await bridge.says('Does the page show the same number?');
      assert.match(shown, new RegExp(ORIGIN));
      bridge.types('1');
      await page.answer(pairing);
      const seeing = page.send('getSigningCertificate');
      await bridge.says('May the site see it?');
      bridge.types('1');
      const { result } = await page.answer(seeing);
      const certificate = String(result?.['certificate']);
      const signing = page.send('sign', { certificate, hash: HASH, hashFunction: 'SHA-256', label: 'Lease' });
      await bridge.says('1. Lease');
      bridge.types('1');
      await bridge.says('PIN of Test token');
      bridge.types(token.pin);
      const signed = await page.answer(signing);
      assert.match(String(signed.result?.['signature']), /^[A-Za-z0-9+/]{342}==$/);

      const sites = new BridgeProgram(['sites'], env);
      assert.equal(await sites.ended(), 0);
      assert.match(sites.output, /https:\/\/bank\.example/);
      const forget = new BridgeProgram(['forget', ORIGIN], env);
      assert.equal(await forget.ended(), 0);
      assert.deepEqual((await page.ask('getSigningCertificate')).error, { code: 'ERR_BRIDGE_NOT_PAIRED' });
    } finally {
      assert.equal(await bridge.stop(), 0);
      token.remove();
    }
  });

  it('says what is missing', async () => {
    const wrong = new BridgeProgram(['--port', 'x'], process.env);
    assert.equal(await wrong.ended(), 2);
    assert.match(wrong.output, /--port x: from 1 to 65535/);
    const empty = new SoftToken();
    const port = await freePort();
    const env = { ...empty.env, XDG_CONFIG_HOME: empty.workshop.folder };
    const bridge = new BridgeProgram(
      ['--terminal', '--lang', 'pt-BR', '--port', String(port), '--module', empty.module],
      env,
    );
    try {
      await bridge.says('O token não tem certificado para assinar.');
    } finally {
      assert.equal(await bridge.stop(), 0);
      empty.remove();
    }
  });
});

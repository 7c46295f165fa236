import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { readCertificate } from '@sign-session/certificates';
import { chainsIn } from '../../../src/certificate/a1/file-provider.ts';
import { KeyStore } from '../../../src/certificate/a1/key-store.ts';
import { WebPkiProvider } from '../../../src/certificate/web-pki.ts';
import { signatureHolds } from '../../../src/certificate/signing/prepared-signature.ts';
import { certificateFile, PASSWORD } from '../../support/certificate-files.ts';
import { webPkiStandIn, type Token, type WebPkiScript } from '../../support/web-pki.ts';

const MESSAGE = new TextEncoder().encode('Contrato');
const { signal } = new AbortController();

describe('certificates through Web PKI', () => {
  const store = new KeyStore();
  let token: Token;
  before(async () => {
    const chains = chainsIn(await store.open(certificateFile('modern-default.p12'), PASSWORD));
    token = {
      chains,
      sign: (index, bytes) => store.sign(index, bytes),
    };
  });
  const provider = (script?: WebPkiScript) => new WebPkiProvider({ library: webPkiStandIn(token, script) });

  it('are listed, read and signed with', async () => {
    const pki = provider();
    assert.equal(await pki.init(signal), 'ready');
    const [listed] = await pki.list(signal);
    assert.ok(listed);
    const [leaf] = await pki.chain(listed.id, signal);
    assert.ok(leaf);
    const signature = await pki.sign(listed.id, MESSAGE, 'SHA-256', signal);
    assert.equal(await signatureHolds(readCertificate(leaf), MESSAGE, signature), true);
  });

  it('need the component: missing, outdated, or not for this browser', async () => {
    assert.equal(await provider({ state: 1 }).init(signal), 'not-installed');
    assert.equal(await provider({ state: 2 }).init(signal), 'outdated');
    assert.equal(await provider({ state: 3 }).init(signal), 'unsupported');
    assert.match(provider().installUrl, /^https:/);
  });

  for (const [failure, code] of [
    ['user_cancelled', 'CANCELLED'],
    ['license_domain_not_allowed', 'LICENSE'],
    ['p11_token_not_found', 'DEVICE_ABSENT'],
    ['algorithm_not_supported', 'UNSUPPORTED'],
    ['something_new', 'UNSUPPORTED'],
  ] as const) {
    it(`tell ${failure} as ${code}`, async () => {
      const pki = provider({ failure });
      await pki.init(signal);
      await assert.rejects(pki.list(signal), { code });
      await assert.rejects(pki.sign('0', MESSAGE, 'SHA-256', signal), { code });
    });
  }

  it('can be left while the component asks for the PIN', async () => {
    const pki = provider({ silent: true });
    await pki.init(signal);
    const abort = new AbortController();
    const signing = pki.sign('0', MESSAGE, 'SHA-256', abort.signal);
    abort.abort(new Error('Left'));
    await assert.rejects(signing, { message: 'Left' });
    const listing = pki.list(signal);
    pki.dispose();
    await assert.rejects(listing, { code: 'CANCELLED' });
    await assert.rejects(pki.list(signal), { code: 'DEVICE_ABSENT' });
  });
});

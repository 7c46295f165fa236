import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ClientSecret } from '../../src/api/client-secret.ts';
import { clientSecret } from '../../packages/testing/src/client-secret.ts';

const sessionIdOf = (claims: Readonly<Record<string, unknown>>) =>
  new ClientSecret(clientSecret(claims)).sessionId;

describe('a client secret', () => {
  it('has the session id and the expiry', () => {
    const { sessionId, expiresAt } = new ClientSecret(clientSecret({ sid: 'ss_1', exp: 1_800_000_000 }));
    assert.deepEqual([sessionId, expiresAt], ['ss_1', 1_800_000_000_000]);
  });

  it('accepts the other names of the session id, the first one first', () => {
    assert.equal(sessionIdOf({ sessionId: 'a', sub: 'b' }), 'a');
    assert.equal(sessionIdOf({ sub: 'b' }), 'b');
  });

  it('reads payloads whose base64url differs from base64, and text beyond ASCII', () => {
    assert.equal(sessionIdOf({ sid: 'sessão-ÿþ~~??>>' }), 'sessão-ÿþ~~??>>');
  });

  it('may be opaque', () => {
    for (const text of ['ss_secret_opaque', 'ss_secret_a.bm90IGpzb24.c', clientSecret({ sid: 7 })]) {
      const { isReadable, sessionId, expiresAt } = new ClientSecret(text);
      assert.deepEqual([isReadable, sessionId, expiresAt], [true, undefined, undefined]);
    }
  });

  it('is not every text', () => {
    for (const text of ['missing', 'ss_secret_with space', '']) {
      assert.equal(new ClientSecret(text).isReadable, false);
    }
  });

  it('shows its text to nobody who looks at it', () => {
    const secret = new ClientSecret('ss_secret_opaque');
    assert(!JSON.stringify(secret).includes('opaque'));
    assert(!Object.values(secret).join().includes('opaque'));
    assert.equal(secret.equals('ss_secret_opaque'), true);
  });
});

/** Seconds since the epoch. */
const now = () => Math.floor(Date.now() / 1000);

describe('the expiry of a client secret', () => {
  const secret = new ClientSecret(clientSecret({ sid: 'ss_test', exp: now() - 60 }));

  it('goes by the device’s clock where there is no other', () => {
    assert.equal(secret.isExpired(), true);
    assert.equal(new ClientSecret('ss_secret_opaque').isExpired(), false);
  });

  it('goes by the service’s clock where it is known, on a device that is ahead', () => {
    assert.equal(secret.isExpired(-3_600_000), false);
    assert.equal(secret.isExpired(3_600_000), true);
  });

  it('allows for the time that the service’s answers take', () => {
    const justEnded = new ClientSecret(clientSecret({ sid: 'ss_test', exp: now() }));
    assert.equal(justEnded.isExpired(-20_000), true);
    assert.equal(new ClientSecret(clientSecret({ sid: 'ss_test', exp: now() + 600 })).isExpired(), false);
  });
});

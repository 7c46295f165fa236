import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readClientSecret } from '../../src/api/client-secret.ts';
import { clientSecret } from '../support/client-secret.ts';

describe('reading a client secret', () => {
  it('finds the session id and the expiry', () => {
    const claims = readClientSecret(clientSecret({ sid: 'ss_1', exp: 1_800_000_000 }));
    assert.deepEqual(claims, { sessionId: 'ss_1', expiresAt: 1_800_000_000_000 });
  });

  it('accepts the other names of the session id, the first one first', () => {
    assert.equal(readClientSecret(clientSecret({ sessionId: 'a', sub: 'b' }))?.sessionId, 'a');
    assert.equal(readClientSecret(clientSecret({ sub: 'b' }))?.sessionId, 'b');
  });

  it('reads payloads whose base64url differs from base64, and text beyond ASCII', () => {
    assert.equal(readClientSecret(clientSecret({ sid: 'sessão-ÿþ~~??>>' }))?.sessionId, 'sessão-ÿþ~~??>>');
  });

  it('takes a secret of another make as opaque', () => {
    assert.deepEqual(readClientSecret('ss_secret_opaque'), {});
    assert.deepEqual(readClientSecret('ss_secret_a.bm90IGpzb24.c'), {});
    assert.deepEqual(readClientSecret(clientSecret({ sid: 7 })), {});
  });

  it('knows what is no client secret at all', () => {
    assert.equal(readClientSecret('missing'), undefined);
    assert.equal(readClientSecret('ss_secret_with space'), undefined);
    assert.equal(readClientSecret(''), undefined);
  });
});

import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { describe, test } from 'node:test';
import { readToken, signToken } from '../../src/keys/compact-token.ts';
import type { KeyPurpose, KeyRing, SigningKey } from '../../src/keys/key-ring.ts';

const key: SigningKey = { keyId: 'key_1', secret: new Uint8Array(32).fill(7) };
const another: SigningKey = { keyId: 'key_2', secret: new Uint8Array(32).fill(8) };
const claims = { aud: 'signer', sid: 'ss_1', name: 'João', exp: 1_900_000_000 };

const ring: KeyRing = {
  current: async () => key,
  find: async (purpose, keyId) => {
    if (purpose !== 'client-secret') return undefined;
    return [key, another].find(known => known.keyId === keyId);
  },
  rotate: async () => key,
  since: async () => [key],
};

const read = (token: string, purpose: KeyPurpose = 'client-secret') => readToken(token, purpose, ring);
const encoded = (text: string): string => Buffer.from(text).toString('base64url');

/** A token as anybody with the key could make it. */
function made(header: string, payload: string): string {
  const input = `${encoded(header)}.${encoded(payload)}`;
  return `${input}.${createHmac('sha256', key.secret).update(input).digest('base64url')}`;
}

describe('a compact token', () => {
  test('is a JWS that another implementation makes the same', async () => {
    const theirs = made('{"alg":"HS256","kid":"key_1","typ":"JWT"}', JSON.stringify(claims));
    assert.equal(signToken(claims, key), theirs);
    assert.deepEqual(await read(theirs), claims);
  });

  test('is nothing once a character of it is another, or missing, or too many', async () => {
    const token = signToken(claims, key);
    assert.deepEqual(await read(token), claims);
    for (let at = 0; at < token.length; at += 1) {
      const other = token[at] === 'A' ? 'B' : 'A';
      assert.equal(
        await read(token.slice(0, at) + other + token.slice(at + 1)),
        undefined,
        `changed at ${at}`,
      );
      assert.equal(await read(token.slice(0, at)), undefined, `cut at ${at}`);
    }
    // 43 characters hold 258 bits, two more than the signature has.
    const digits = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
    const spare = digits[digits.indexOf(token.at(-1) ?? '') + 1];
    assert.equal(await read(`${token.slice(0, -1)}${spare}`), undefined);
    for (const more of ['.', '=', 'A', '\n', '.A']) assert.equal(await read(token + more), undefined);
  });

  test('is of one key and one purpose', async () => {
    assert.equal(await read(signToken(claims, key), 'access-token'), undefined);
    assert.equal(await read(signToken(claims, { ...another, keyId: 'key_1' })), undefined);
    assert.equal(await read(signToken(claims, { ...key, keyId: 'key_3' })), undefined);
  });

  test('has the header that the service writes and no other', async () => {
    const body = JSON.stringify(claims);
    assert.deepEqual(await read(made('{"alg":"HS256","kid":"key_1","typ":"JWT"}', body)), claims);
    for (const header of [
      '{"alg":"none","kid":"key_1","typ":"JWT"}',
      '{"alg":"HS512","kid":"key_1","typ":"JWT"}',
      '{"alg":"HS256","typ":"JWT"}',
      '{"alg":"HS256","kid":["key_1"],"typ":"JWT"}',
      '{"alg":"HS256","kid":"key_1","typ":"JWT","crit":["b64"],"b64":false}',
      '[]',
      'null',
      '{',
      '',
    ]) {
      assert.equal(await read(made(header, body)), undefined, header);
    }
    const [, payload] = signToken(claims, key).split('.');
    assert.equal(await read(`${encoded('{"alg":"none"}')}.${payload}.`), undefined);
  });
});

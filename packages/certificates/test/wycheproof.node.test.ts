import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, it } from 'node:test';
import { gunzipSync } from 'node:zlib';
import { z } from 'zod';
import { testAssets } from '../../../test/support/repository.ts';
import {
  checkSignature,
  readPublicKey,
  readWhole,
  type Bytes,
  type SignatureAlgorithm,
} from '../src/index.ts';

const text = z.string();
const vectors = z.array(
  z.object({
    file: text,
    groups: z.array(
      z.object({
        /** DER, hexadecimal. */
        key: text,
        hash: z.enum(['SHA-256', 'SHA-384', 'SHA-512']),
        saltLength: z.number().optional(),
        /** Number, message, signature, result. */
        tests: z.array(z.tuple([z.number(), text, text, z.enum(['valid', 'invalid', 'acceptable'])])),
      }),
    ),
  }),
);

/** Wycheproof's tests of signatures: see `test/assets/README.md`. */
const files = vectors.parse(
  JSON.parse(gunzipSync(readFileSync(path.join(testAssets, 'wycheproof.json.gz'))).toString()),
);

const bytes = (hex: string): Bytes => Uint8Array.from(Buffer.from(hex, 'hex'));
const schemeOf = (file: string) =>
  file.startsWith('ecdsa') ? 'ECDSA' : file.startsWith('rsa_pss') ? 'RSA-PSS' : 'RSA';

describe('signatures by Wycheproof', () => {
  it('are 6751', () => {
    const counts = files.flatMap(({ groups }) => groups.map(({ tests }) => tests.length));
    assert.equal(
      counts.reduce((sum, count) => sum + count),
      6751,
    );
  });
  for (const { file, groups } of files) {
    it(`are judged as in ${file}`, async () => {
      const wrong: string[] = [];
      for (const { key, hash, saltLength, tests } of groups) {
        const publicKey = readPublicKey(readWhole(bytes(key)));
        const algorithm: SignatureAlgorithm = {
          scheme: schemeOf(file),
          hash,
          ...(saltLength !== undefined && { saltLength }),
        };
        for (const [number, message, signature, expected] of tests) {
          const found = await checkSignature(publicKey, algorithm, bytes(message), bytes(signature));
          if (expected !== found && (expected !== 'acceptable' || found === 'not-computable'))
            wrong.push(`${number}: ${found}`);
        }
      }
      assert.deepEqual(wrong, []);
    });
  }
});

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { AwsSignature } from '../src/documents/aws-signature.ts';
import { sha256 } from '../src/domain/sha256.ts';

/** The examples of the Amazon S3 API Reference, "Signature Calculations for the Authorization Header". */
const AT = new Date('2013-05-24T00:00:00Z');
const HOST = 'https://examplebucket.s3.amazonaws.com';
const EMPTY = sha256('').toString('hex');

const signature = new AwsSignature({
  accessKeyId: 'AKIAIOSFODNN7EXAMPLE',
  secretAccessKey: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
  region: 'us-east-1',
});

function signed(method: string, path: string, headers: Record<string, string> = {}, bodyHash = EMPTY) {
  const request = { method, url: new URL(HOST + path), headers, bodyHash };
  const { authorization = '' } = signature.headers(request, AT);
  return authorization;
}

describe('the signature of requests to an object store', () => {
  test('reads a part of an object', () => {
    assert.equal(
      signed('GET', '/test.txt', { Range: 'bytes=0-9' }),
      'AWS4-HMAC-SHA256 Credential=AKIAIOSFODNN7EXAMPLE/20130524/us-east-1/s3/aws4_request, ' +
        'SignedHeaders=host;range;x-amz-content-sha256;x-amz-date, ' +
        'Signature=f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41',
    );
  });

  test('writes an object whose name has to be escaped', () => {
    const headers = { Date: 'Fri, 24 May 2013 00:00:00 GMT', 'x-amz-storage-class': 'REDUCED_REDUNDANCY' };
    const body = sha256('Welcome to Amazon S3.').toString('hex');
    assert.match(
      signed('PUT', '/test$file.text', headers, body),
      /Signature=98ad721746da40c64f1a55b78f14c238d841ea1380cd77a1b5971af0ece108bd$/,
    );
  });

  test('asks with a query', () => {
    assert.match(
      signed('GET', '/?max-keys=2&prefix=J'),
      /Signature=34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7$/,
    );
    assert.match(
      signed('GET', '/?lifecycle'),
      /Signature=fea454ca298b7da1c68078a5d1bdbfbbe0d65c699e0f91ac7a200a0136783543$/,
    );
  });

  test('makes an address for a day', () => {
    const address = new URL(signature.address(new URL(`${HOST}/test.txt`), 86_400, AT));
    assert.equal(
      address.searchParams.get('X-Amz-Signature'),
      'aeeed9bbccd4d02ee5c0109b86d86835f995330da4c265957d157751f604d404',
    );
    assert.equal(address.searchParams.get('X-Amz-Expires'), '86400');
  });

  test('writes a blank of an address as %20, which all readers take for one', () => {
    const url = new URL(`${HOST}/test.txt`);
    url.searchParams.set('response-content-disposition', 'attachment; filename="a b.pdf"');
    assert.match(signature.address(url, 60, AT), /attachment%3B%20filename%3D%22a%20b\.pdf%22/);
  });
});

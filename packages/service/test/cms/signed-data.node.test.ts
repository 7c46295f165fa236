import assert from 'node:assert/strict';
import { X509Certificate } from 'node:crypto';
import { before, describe, it } from 'node:test';
import { type SealingIdentity, signAttached, signDetached } from '../../src/cms/signed-data.ts';
import { sha256 } from '../../src/domain/sha256.ts';
import { withFile } from '../support/pdf-checks.ts';
import { NOW, testAuthority, testIdentity } from '../support/sealing.ts';
import { runTool, withoutTools } from '../support/tools.ts';

const CONTENT = new TextEncoder().encode('{"name":"Conceição","n":1}\r\n\u0000');
const skip = withoutTools('openssl');

/** Tag, form and content of each element, in order and depth first; throws on an indefinite length. */
function derElements(der: Uint8Array, offset = 0, end = der.length): { tag: number; bytes: Uint8Array }[] {
  const elements: { tag: number; bytes: Uint8Array }[] = [];
  for (let at = offset; at < end;) {
    const tag = der[at] ?? 0;
    const first = der[at + 1] ?? 0;
    assert.notEqual(first, 0x80, 'indefinite length');
    const lengthBytes = first > 0x80 ? first - 0x80 : 0;
    const long = der.subarray(at + 2, at + 2 + lengthBytes);
    const length = lengthBytes > 0 ? long.reduce((value, byte) => value * 256 + byte, 0) : first;
    const start = at + 2 + lengthBytes;
    elements.push({ tag, bytes: der.subarray(at, start + length) });
    if ((tag & 0x20) !== 0) elements.push(...derElements(der, start, start + length));
    at = start + length;
  }
  return elements;
}

function assertDer(der: Uint8Array): void {
  for (const { tag, bytes } of derElements(der)) {
    assert.notEqual(tag, 0x24, 'constructed OCTET STRING');
    // Signed attributes and certificates are sets with an implicit [0]; its other uses hold one element.
    if (tag === 0x31 || tag === 0xa0) assertSorted(bytes);
  }
}

function assertSorted(set: Uint8Array): void {
  const header = 2 + Math.max(0, (set[1] ?? 0) - 0x80);
  const depthFirst = derElements(set, header);
  const children: Uint8Array[] = [];
  let next = header;
  for (const { bytes } of depthFirst) {
    if (bytes.byteOffset - set.byteOffset !== next) continue;
    children.push(bytes);
    next += bytes.length;
  }
  assert.deepEqual(
    children,
    children.toSorted((a, b) => Buffer.compare(a, b)),
    'SET OF in order',
  );
}

/** OpenSSL's parse of a CMS. */
function parsed(cms: Uint8Array): string {
  return runTool('openssl', ['asn1parse', '-inform', 'DER'], cms).stdout.toString();
}

describe('CMS signatures', () => {
  let identity: SealingIdentity;

  before(async () => {
    identity = await testIdentity();
  });

  it('give an attached content back byte for byte', { skip }, async () => {
    const cms = await signAttached(CONTENT, identity);
    const { status, stdout, stderr } = runTool(
      'openssl',
      ['cms', '-verify', '-inform', 'DER', '-noverify', '-binary'],
      cms,
    );
    assert.equal(status, 0, stderr);
    assert.deepEqual(new Uint8Array(stdout), CONTENT);
  });

  it('verify up to the root, as CAdES, with the chain that is inside', { skip }, async () => {
    const cms = await signAttached(CONTENT, identity, NOW);
    const { rootPem } = await testAuthority();
    const { status, stderr } = withFile(new TextEncoder().encode(rootPem), root =>
      runTool(
        'openssl',
        `cms -verify -inform DER -binary -cades -attime ${Math.floor(NOW.getTime() / 1000)}`
          .split(' ')
          .concat('-CAfile', root),
        cms,
      ),
    );
    assert.equal(status, 0, stderr);
    assert.match(stderr, /CAdES Verification successful/);
  });

  it('fail when one byte of the content is another', { skip }, async () => {
    const cms = Buffer.from(await signAttached(CONTENT, identity));
    cms.write('X', cms.indexOf('name'));
    const args = ['cms', '-verify', '-inform', 'DER', '-noverify', '-binary'];
    assert.notEqual(runTool('openssl', args, cms).status, 0);
  });

  it('are DER throughout, with sets in order', async () => {
    assertDer(await signAttached(CONTENT, identity, NOW));
    assertDer(await signDetached(sha256(CONTENT), identity));
  });

  it('carry every certificate as it was issued', async () => {
    const cms = Buffer.from(await signAttached(CONTENT, identity));
    for (const certificate of identity.chain) {
      assert.ok(cms.includes(Buffer.from(certificate)), new X509Certificate(certificate).subject);
    }
  });

  it('state the caller’s time, and none where none is given', { skip }, async () => {
    const timed = parsed(await signAttached(CONTENT, identity, NOW));
    assert.match(timed, /:signingTime\s[^]*?UTCTIME\s+:261120145803Z/);
    assert.doesNotMatch(parsed(await signAttached(CONTENT, identity)), /signingTime/);
    assert.doesNotMatch(parsed(await signDetached(sha256(CONTENT), identity)), /signingTime/);
  });

  it('verify detached against the content', { skip }, async () => {
    const cms = await signDetached(sha256(CONTENT), identity);
    const verify = (content: Uint8Array) =>
      withFile(content, file =>
        runTool(
          'openssl',
          ['cms', '-verify', '-inform', 'DER', '-noverify', '-binary', '-content', file, '-out', '/dev/null'],
          cms,
        ),
      );
    assert.equal(verify(CONTENT).status, 0);
    assert.notEqual(verify(CONTENT.slice(1)).status, 0);
  });

  it('are the same for the same content and time', async () => {
    const first = await signAttached(CONTENT, identity, NOW);
    assert.deepEqual(await signAttached(CONTENT, identity, NOW), first);
  });
});

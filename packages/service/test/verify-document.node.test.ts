import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { EventEmitter, once } from 'node:events';
import { readFileSync } from 'node:fs';
import { after, before, describe, test } from 'node:test';
import { onePagePdf, pageNumber } from '../../../test/support/small-pdf.ts';
import { withUpdate } from './support/appended-update.ts';
import { MARIA, openHolderAuthority, type HolderAuthority } from './support/certificate-holders.ts';
import { signPdf } from './support/signed-pdf.ts';
import { openTestService, START, type Answer, type Call, type TestService } from './support/test-service.ts';
import { pdfAsset } from './support/tools.ts';

let authority: HolderAuthority;
let service: TestService;
let token: string;
let signed: Uint8Array<ArrayBuffer>;
before(async () => {
  authority = await openHolderAuthority();
  service = await openTestService({ trust: authority.trust });
  token = await service.token();
  signed = await signPdf(onePagePdf('Contrato'), await authority.issue(MARIA), { at: START });
});
after(() => service.close());

function verify(file: Uint8Array, call: Call = {}): Promise<Answer> {
  const json = { content: Buffer.from(file).toString('base64'), filename: 'contrato.pdf' };
  return service.call('/v1/verify/document', { as: token, json, ...call });
}

function asset(name: string): Uint8Array {
  return new Uint8Array(readFileSync(pdfAsset(name)));
}

describe('verifying a document', () => {
  test('tells the same as a report of ETSI TS 119 102-2 to whoever accepts XML', async () => {
    const json = { content: Buffer.from(signed).toString('base64') };
    const headers = { Accept: 'application/xml' };
    const {
      status,
      body: text,
      headers: got,
    } = await service.call('/v1/verify/document', { as: token, json, headers });
    assert.equal(status, 200, text);
    assert.match(got.get('Content-Type') ?? '', /^application\/xml/);
    assert.equal(got.get('Cache-Control'), 'no-store');
    const valueOf = (element: string) => new RegExp(`<${element}>([^<]*)</${element}>`).exec(text)?.[1];
    assert.equal(valueOf('MainIndication'), 'urn:etsi:019102:mainindication:total-passed');
    assert.equal(valueOf('POETime'), START.toISOString());
    assert.equal(valueOf('SubFilterElement'), 'ETSI.CAdES.detached');
    assert.equal(valueOf('Signer'), 'MARIA DA SILVA TESTE');
    const hash = createHash('sha256').update(signed).digest('base64');
    assert.ok(text.includes(`<SignersDocument><DigestAlgAndValue>`) && text.includes(hash));
    assert.doesNotMatch(text, /52998224725|529\.982/);
    assert.match(text, /<Type>urn:sign-session:file-state<\/Type><Value>same<\/Value>/);
    assert.match(text, /<Type>urn:sign-session:valid-as-signed<\/Type><Value>true<\/Value>/);
    const none = await service.call('/v1/verify/document', {
      as: token,
      headers,
      json: { content: Buffer.from(onePagePdf('Contrato')).toString('base64') },
    });
    assert.match(none.body, /noSignatureFound/);
  });

  test('reports what is valid about each signature, with the signer masked', async () => {
    const { status, body, headers } = await verify(signed);
    assert.equal(status, 200, JSON.stringify(body));
    assert.equal(headers.get('Cache-Control'), 'no-store');
    const { signatures, ...rest } = body;
    assert.deepEqual(rest, {
      signed: true,
      signatureCount: 1,
      validSignatureCount: 1,
      checkedAt: START.toISOString(),
    });
    const [{ signer, claimedAt, certificateChain, ...signature }] = signatures;
    assert.deepEqual(
      certificateChain.map(({ id, qualifiedName }: Answer['body']) => [
        /^sha256:\w{64}$/.test(id),
        qualifiedName,
      ]),
      [
        [true, 'MARIA DA SILVA TESTE'],
        [true, 'Holders CA'],
        [true, undefined],
      ],
    );
    assert.deepEqual(signature, {
      method: 'PAdES',
      type: 'pades',
      role: 'certification',
      subFilter: 'ETSI.CAdES.detached',
      filter: 'Adobe.PPKLite',
      confidence: 1,
      confidenceLevel: 'high',
      indication: 'TOTAL-PASSED',
      fieldName: 'SignSessionSignature',
      coverage: { wholeFile: true, bytesAfter: 0 },
      validAsSigned: true,
      fileState: 'same',
      laterChanges: { level: 'none', permitted: true },
      digest: { valid: true },
      signature: { valid: true, algorithm: 'SHA256 with RSA' },
      chain: { trusted: true, certificates: 3, issuer: 'Holders CA' },
      revocation: { status: 'good' },
      mainIndication: 'urn:etsi:019102:mainindication:total-passed',
      subIndications: [],
      itiResult: 'aprovado',
      bestSignatureTime: START.toISOString(),
      signatureLevel: 'PAdES-BASELINE-B',
      icpBrasilPolicy: 'AD-RB',
      signatureKind: 'qualified',
      errors: [],
      warnings: [],
    });
    assert.equal(claimedAt, '2026-11-20T14:58:03.000Z');
    assert.deepEqual([signer.displayName, signer.cpfCnpj], ['MARIA DA SILVA TESTE', '***.982.247-**']);
    assert.equal(JSON.stringify(body).includes(MARIA.cpf), false);
  });

  test('answers 500 for a fault of its own, and logs it without anything of the file', async ({ mock }) => {
    const [root] = await authority.trust.roots();
    const broken = async () => [{ ...root, der: Uint8Array.of(0) }];
    const roots = mock.method(authority.trust, 'roots', broken);
    const { status, body } = await verify(signed);
    roots.mock.restore();
    assert.deepEqual([status, body.type], [500, 'internal']);
    const logged = service.errors.splice(0).join('\n');
    assert.match(logged, /InspectionError[^]*caused by BerError\n\s+at /);
    assert.doesNotMatch(logged, /MARIA/);
    assert.equal((await verify(signed)).status, 200, 'and it is verified the next time');
  });

  test('detects a changed document', async () => {
    const changed = Buffer.from(signed);
    changed.write('Contrata', changed.indexOf('Contrato'), 'latin1');
    const { body } = await verify(changed);
    const [{ confidenceLevel, indication, subIndication, digest }] = body.signatures;
    assert.deepEqual(
      [confidenceLevel, indication, subIndication, digest.valid],
      ['low', 'TOTAL-FAILED', 'HASH_FAILURE', false],
    );
    const [{ mainIndication, subIndications, itiResult, signatureKind, errors }] = body.signatures;
    assert.deepEqual(
      [mainIndication, subIndications, itiResult, signatureKind, errors[0].key],
      [
        'urn:etsi:019102:mainindication:total-failed',
        ['urn:etsi:019102:subindication:HASH_FAILURE'],
        'reprovado',
        undefined,
        'HASH_FAILURE',
      ],
    );
    assert.equal(body.validSignatureCount, 0);
  });

  test('says when the document was changed after it was signed, and how much', async () => {
    const page = '<< /Length 45 >>\nstream\nBT /F1 24 Tf 40 782 Td (Outro contrato) Tj ET\nendstream';
    const { body } = await verify(withUpdate(signed, { [pageNumber(0) + 1]: page }));
    const [{ digest, laterChanges, ...verdict }] = body.signatures;
    assert.deepEqual(laterChanges, { level: 'other', permitted: false });
    assert.deepEqual(
      [digest.valid, verdict.indication, verdict.subIndication, verdict.confidenceLevel],
      [true, 'INDETERMINATE', 'SIG_CONSTRAINTS_FAILURE', 'medium'],
    );
  });

  test('leaves out an invalid signing time', async () => {
    const changed = Buffer.from(signed);
    changed.write('D:20261320', changed.lastIndexOf('D:2026'), 'latin1');
    const { status, body } = await verify(changed);
    assert.equal(status, 200, service.errors.join('\n'));
    assert.equal(body.signatures[0].claimedAt, undefined);
  });

  test('knows the service’s own seal', async () => {
    const own = await openTestService();
    try {
      const sealed = await own.create();
      assert.equal((await own.accept(sealed)).status, 200);
      const response = await own.fetch(new Request((await own.view(sealed)).downloadUrl));
      const json = { content: Buffer.from(await response.arrayBuffer()).toString('base64') };
      const { body } = await own.call('/v1/verify/document', { as: await own.token(), json });
      assert.deepEqual(
        body.signatures.map(({ confidenceLevel, fieldName }: Answer['body']) => [confidenceLevel, fieldName]),
        [['high', 'SignSessionSeal']],
      );
      assert.match(body.signatures[0].signer.cpfCnpj, /^\*\*/);
    } finally {
      await own.close();
    }
  });

  test('finds no signature where there is none', async () => {
    const { body } = await verify(onePagePdf('Contrato'));
    assert.deepEqual([body.signed, body.signatureCount, body.signatures], [false, 0, []]);
  });

  test('is open to anybody, a few times a minute per address', async () => {
    const json = { content: Buffer.from(signed).toString('base64') };
    const connection = { remoteAddress: '203.0.113.5' };
    for (let count = 0; count < 10; count += 1) {
      const { status, body } = await service.call('/v1/verify/document', { json, connection });
      assert.deepEqual([status, body.signatureCount], [200, 1]);
    }
    const refused = await service.call('/v1/verify/document', { json, connection });
    assert.deepEqual([refused.status, refused.body.type], [429, 'rate-limit']);
    assert.match(refused.headers.get('Retry-After') ?? '', /^[1-6]?\d$/);
    const other = { remoteAddress: '203.0.113.6' };
    assert.equal((await service.call('/v1/verify/document', { json, connection: other })).status, 200);
  });

  test('lets no address without a token hold up others', async () => {
    const gate = new EventEmitter();
    const begun = once(gate, 'begun');
    const released = once(gate, 'release');
    let isHanging = true;
    const waiting = {
      find: async () => {
        gate.emit('begun');
        if (isHanging) await released;
        return undefined;
      },
    };
    const own = await openTestService({ trust: { ...authority.trust, lists: waiting } });
    try {
      const json = { content: Buffer.from(signed).toString('base64') };
      const check = (remoteAddress: string) =>
        own.call('/v1/verify/document', { json, connection: { remoteAddress } });
      const first = check('203.0.113.1');
      await begun;
      const more = [check('203.0.113.1'), check('203.0.113.1')];
      const refused = await Promise.race(more);
      assert.deepEqual([refused.status, refused.body.type], [429, 'rate-limit']);
      assert.match(refused.body.detail, /under way/);
      assert.match(refused.headers.get('Retry-After') ?? '', /^\d+$/);
      isHanging = false;
      assert.equal((await check('203.0.113.2')).status, 200);
      assert.equal((await own.call('/health')).status, 200);
      assert.ok((await own.create()).sessionId);
      gate.emit('release');
      const statuses = (await Promise.all([first, ...more])).map(({ status }) => status);
      assert.deepEqual(statuses.toSorted(), [200, 200, 429]);
    } finally {
      gate.emit('release');
      await own.close();
    }
  });

  test('counts the addresses of a /64 of IPv6 together', async () => {
    const json = { content: Buffer.from(onePagePdf('Contrato')).toString('base64') };
    const addresses = Array.from({ length: 10 }, (_, index) => `2001:db8:0:1::${index + 1}`);
    const statuses: number[] = [];
    for (const remoteAddress of [...addresses, '2001:db8:0:1:ffff::1', '2001:db8:0:2::1'])
      statuses.push(
        (await service.call('/v1/verify/document', { json, connection: { remoteAddress } })).status,
      );
    assert.deepEqual(statuses, [...Array(10).fill(200), 429, 200]);
  });

  test('takes a token without the scope verification:write for none, and refuses a signer’s', async () => {
    const reader = await service.token('local', 'evidence:read');
    const connection = { remoteAddress: '203.0.113.77' };
    for (let count = 0; count < 10; count += 1) {
      assert.equal((await verify(onePagePdf('Contrato'), { as: reader, connection })).status, 200);
    }
    assert.equal((await verify(signed, { as: reader, connection })).status, 429);
    assert.equal((await verify(signed, { connection })).status, 200, 'with the scope');
    assert.equal((await verify(signed, { as: 'nonsense' })).status, 401);
    const { clientSecret } = await service.create();
    assert.equal((await verify(signed, { as: clientSecret })).status, 401);
  });

  test('reports why a file is not a PDF', async () => {
    const cases: [Uint8Array | string, RegExp][] = [
      [new Uint8Array(), /empty/],
      [new TextEncoder().encode('Hello'), /not a PDF/],
      ['%%%', /base64/],
    ];
    for (const [content, words] of cases) {
      const text = typeof content === 'string' ? content : Buffer.from(content).toString('base64');
      const { status, body } = await service.call('/v1/verify/document', {
        as: token,
        json: { content: text },
      });
      assert.equal(status, 400);
      assert.equal(body.errors[0].pointer, '/content');
      assert.match(body.errors[0].detail, words);
    }
  });

  test('counts what was verified, and stops where the plan ends', async () => {
    const limited = await service.token('limited');
    const first = await verify(signed, { as: limited, key: 'one' });
    assert.deepEqual([first.status, first.headers.get('RateLimit-Remaining')], [200, '1']);
    assert.deepEqual(
      (await verify(signed, { as: limited, key: 'one' })).body,
      first.body,
      'a repeat is free',
    );
    const other = await verify(new Uint8Array([1]), { as: limited, key: 'one' });
    assert.deepEqual([other.status, other.body.type], [409, 'idempotency-conflict']);
    const [kept] = await service.database.query<{ answer: object }>(
      `SELECT answer FROM idempotency_keys WHERE idempotency_key = 'one'`,
    );
    assert.deepEqual(
      kept?.answer,
      { status: 200, body: {} },
      'it is kept that it was checked, not whose it is',
    );
    assert.equal((await verify(new Uint8Array([1]), { as: limited })).status, 400, 'and so is a refusal');
    assert.equal((await verify(signed, { as: limited })).status, 200);
    const { status, body } = await verify(signed, { as: limited });
    assert.equal(status, 429);
    assert.match(body.detail, /monthlyVerification/);
  });

  describe('that somebody else made', () => {
    test('checks its signature, and trusts it no further', async () => {
      const { body } = await verify(asset('qpdf/digitally-signed.pdf'));
      const [{ method, type, digest, signature, chain, subIndication, confidenceLevel }] = body.signatures;
      assert.deepEqual([method, type], ['CMS', 'pkcs7']);
      assert.deepEqual([digest.valid, signature.valid, chain.trusted], [true, true, false]);
      assert.deepEqual([confidenceLevel, subIndication], ['medium', 'NO_CERTIFICATE_CHAIN_FOUND']);
    });

    test('checks an encrypted one, whose names nobody can read', async () => {
      const { body } = await verify(asset('qpdf/minimal-signed-restricted.pdf'));
      const [{ role, fieldName, signature }] = body.signatures;
      assert.deepEqual([role, fieldName, signature.valid], ['certification', '', true]);
    });

    test('does not accept fake signatures', async () => {
      const { body } = await verify(asset('pdfium/two_signatures.pdf'));
      assert.deepEqual(
        body.signatures.map(({ subIndication }: Answer['body']) => subIndication),
        ['FORMAT_FAILURE', 'FORMAT_FAILURE'],
      );
    });

    for (const name of [
      'own/bomb-flate-300MB.pdf',
      'pdfium/bug_xrefv4_loop.pdf',
      'own/truncated-50pct.pdf',
    ]) {
      test(`answers about ${name} as about any other`, async () => {
        const { status } = await verify(asset(name));
        assert.ok(status === 200 || status === 400, `${status}`);
        assert.deepEqual(service.errors, []);
      });
    }
  });
});

import 'reflect-metadata';
import assert from 'node:assert/strict';
import { createHash, createPrivateKey, createPublicKey, sign, X509Certificate } from 'node:crypto';
import { after, before, describe, test } from 'node:test';
import { PDFArray, PDFDict, PDFDocument, PDFName, PDFRawStream, decodePDFRawStream } from '@cantoo/pdf-lib';
import { CRLDistributionPointsExtension } from '@peculiar/x509';
import { systemRandom } from '../src/domain/ids.ts';
import { issueTimestamper, Timestamper } from '../../local/src/authority/timestamper.ts';
import { readCertificateFacts } from '@sign-session/certificates';
import { openPkcs12 } from '../../../src/certificate/pkcs12/open-pkcs12.ts';
import { PASSWORD } from '../../../test/support/certificate-files.ts';
import { verifySignatures } from '../../verify/src/signatures/verify-signatures.ts';
import {
  JOAO,
  LIST_ADDRESS,
  MARIA,
  openHolderAuthority,
  type Holder,
  type HolderAuthority,
} from './support/certificate-holders.ts';
import { CERTIFICATE, CertificateSigners, completion } from './support/certificate-signers.ts';
import { qpdfStatus, signaturesIn } from './support/pdf-checks.ts';
import {
  openTestService,
  sessionRequest,
  START,
  type Answer,
  type TestService,
} from './support/test-service.ts';
import { withoutTools } from './support/tools.ts';

let authority: HolderAuthority;
let service: TestService;
let signers: CertificateSigners;
let maria: Holder;

before(async () => {
  authority = await openHolderAuthority();
  const above = [authority.issuerPem, authority.rootPem].map(derOf);
  const identity = issueTimestamper(authority.issuer, {
    subject: 'C=BR, O=Test, CN=Timestamps',
    above,
    now: START,
    extensions: [new CRLDistributionPointsExtension([LIST_ADDRESS])],
  });
  const clock = { now: () => START };
  const timestamps = new Timestamper({ identity: () => identity, clock, random: systemRandom });
  service = await openTestService({ trust: authority.trust, timestamps });
  signers = new CertificateSigners(service);
  maria = await authority.issue({ ...MARIA, key: 'P-256' });
});
after(() => service.close());

function derOf(pem: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(Buffer.from(pem.replaceAll(/-----[^-]+-----|\s/g, ''), 'base64'));
}

async function setLevel(level: string): Promise<void> {
  const { status } = await service.call('/_local/signature-level', { method: 'PUT', json: { level } });
  assert.equal(status, 200);
}

interface Store {
  readonly certificates: readonly string[];
  readonly lists: number;
  /** Number of OCSP responses. */
  readonly responses: number;
  /** Numbers of certificates and lists for each signature. */
  readonly validations: Readonly<Record<string, readonly [certificates: number, lists: number]>>;
}

function array(dict: PDFDict, key: string) {
  const found = dict.lookup(PDFName.of(key));
  return found instanceof PDFArray ? found.asArray() : [];
}

/** The Document Security Store; undefined if there is none. */
async function storeIn(pdf: Uint8Array): Promise<Store | undefined> {
  const { catalog, context } = await PDFDocument.load(pdf, { updateMetadata: false });
  const store = catalog.lookup(PDFName.of('DSS'));
  if (!(store instanceof PDFDict)) return undefined;
  const validations = store.lookup(PDFName.of('VRI'), PDFDict);
  return {
    certificates: array(store, 'Certs').map(ref => {
      const stream = context.lookup(ref);
      assert.ok(stream instanceof PDFRawStream);
      const bytes = decodePDFRawStream(stream).decode();
      return readCertificateFacts(new Uint8Array(bytes)).subjectName;
    }),
    lists: array(store, 'CRLs').length,
    responses: array(store, 'OCSPs').length,
    validations: Object.fromEntries(
      validations.keys().map(key => {
        const own = validations.lookup(key, PDFDict);
        return [key.decodeText(), [array(own, 'Cert').length, array(own, 'CRL').length]] as const;
      }),
    ),
  };
}

/** The keys under which a store lists a file's signatures, oldest first. */
function keysOf(pdf: Uint8Array): string[] {
  const text = Buffer.from(pdf).toString('latin1');
  return Array.from(text.matchAll(/\/Contents <([0-9a-f]{4000,})>/g), ([, hex = '']) =>
    createHash('sha1').update(Buffer.from(hex, 'hex')).digest('hex').toUpperCase(),
  );
}

async function verdicts(pdf: Uint8Array<ArrayBuffer>) {
  const signal = AbortSignal.timeout(60_000);
  const reports = await verifySignatures(pdf, { trust: authority.trust, now: START, signal });
  return reports.map(({ type, indication, subIndication, timestamp }) => {
    return [type, subIndication ?? indication, timestamp?.trusted];
  });
}

const SIGNED = ['certification', 'TOTAL-PASSED', true];
const STAMPED = ['timestamp', 'TOTAL-PASSED', undefined];
const CHAINS = ['Holders CA', 'Holders Root CA', 'MARIA DA SILVA TESTE:52998224725', 'Timestamps'];

describe('a tenant’s signatures', { skip: withoutTools('pdfsig', 'qpdf') }, () => {
  test('have no update after them unless the tenant’s level asks for it', async () => {
    await setLevel('B');
    const session = await signers.accepted();
    assert.equal((await signers.sign(session, maria)).body.status, 'COMPLETED');
    assert.equal(await storeIn(await signers.signedPdf(session)), undefined);
  });

  test('hold their validation data at B-LT', async () => {
    await setLevel('LT');
    const session = await signers.accepted();
    assert.equal((await signers.sign(session, maria)).body.status, 'COMPLETED');
    const pdf = await signers.signedPdf(session);
    const store = await storeIn(pdf);
    assert.deepEqual(store?.certificates.toSorted(), CHAINS);
    assert.equal(store?.lists, 1);
    const [key = ''] = keysOf(pdf);
    assert.deepEqual(store?.validations, { [key]: [4, 1] });
    assert.deepEqual(await verdicts(pdf), [SIGNED]);
    assert.equal(qpdfStatus(pdf), 0);
    assert.deepEqual(
      signaturesIn(pdf).map(({ validation }) => validation),
      ['Signature is Valid.'],
    );
  });

  test('are timestamped as a whole at B-LTA, and the evidence names the hash of all that', async () => {
    await setLevel('LTA');
    const session = await signers.accepted();
    assert.equal((await signers.sign(session, maria)).body.status, 'COMPLETED');
    const pdf = await signers.signedPdf(session);
    assert.deepEqual(await verdicts(pdf), [SIGNED, STAMPED]);
    assert.equal(qpdfStatus(pdf), 0);
    assert.deepEqual(
      signaturesIn(pdf).map(({ wholeDocument }) => wholeDocument),
      [false, true],
    );
    const path = `/v1/transactions/${session.transactionId}/evidence`;
    const { body } = await service.call(path, { as: await service.token() });
    const hash = createHash('sha256').update(pdf).digest('hex');
    assert.equal(body.steps.at(-1).result.digitalSignature.signedPdfHash, `sha256:${hash}`);
  });

  test('wait, without costing an attempt, when validation data is unavailable', async ({ mock }) => {
    await setLevel('LT');
    const session = await signers.accepted();
    const prepared = await signers.prepare(session, maria);
    const find = authority.trust.lists.find.bind(authority.trust.lists);
    let asked = 0;
    mock.method(authority.trust.lists, 'find', async (...question: Parameters<typeof find>) => {
      return (asked += 1) > 1 ? undefined : find(...question);
    });
    const { status, body } = await signers.complete(session, prepared, maria);
    mock.restoreAll();
    assert.deepEqual([status, body.type], [503, 'service-unavailable']);
    assert.equal((await signers.complete(session, prepared, maria)).body.status, 'COMPLETED');
  });

  test('get validation data for all of them after an envelope’s last signer', async () => {
    await setLevel('LTA');
    const as = await service.token();
    const { document } = sessionRequest();
    const json = { signingMode: 'SEQUENTIAL', totalSigners: 2, document };
    const { body: envelope } = await service.call('/v1/envelopes', { as, json });
    const add = async (signerIndex: number, { name, cpf }: typeof MARIA | typeof JOAO) => {
      const signer = { name, cpf, userExternalId: cpf };
      const path = `/v1/envelopes/${envelope.envelopeId}/sessions`;
      return (await service.call(path, { as, json: { signerIndex, signer, ...CERTIFICATE } })).body;
    };
    const [first, second] = [await add(1, MARIA), await add(2, JOAO)];
    await service.accept(first);
    assert.equal((await signers.sign(first, maria)).body.status, 'COMPLETED');
    assert.equal(await storeIn(await signers.signedPdf(first)), undefined);
    await service.accept(second);
    const joao = await authority.issue({ ...JOAO, key: 'P-256' });
    assert.equal((await signers.sign(second, joao)).body.status, 'COMPLETED');
    const pdf = await signers.signedPdf(second);
    const [one, two] = keysOf(pdf);
    const { validations = {} } = (await storeIn(pdf)) ?? {};
    assert.deepEqual(Object.keys(validations).toSorted(), [one, two].toSorted());
    assert.deepEqual(await verdicts(pdf), [SIGNED, ['approval', 'TOTAL-PASSED', true], STAMPED]);
  });

  test('keep it in the direct flow until the transaction is finalized', async () => {
    await setLevel('LTA');
    const as = await service.token();
    const { document, signer } = sessionRequest();
    const call = async (path: string, json?: unknown) => {
      const answer = await service.call(path, {
        as,
        ...(json === undefined ? { method: 'POST' } : { json }),
      });
      assert.ok(answer.status < 300, JSON.stringify(answer.body));
      return answer;
    };
    const json = { purpose: 'DOCUMENT_SIGNATURE', ...CERTIFICATE, signer, document };
    const { body: transaction } = await call('/v1/transactions', json);
    const path = `/v1/transactions/${transaction.transactionId}`;
    await call(`${path}/steps/${transaction.steps[0].stepId}/complete`, { accepted: true });
    const prepared = await call(`${path}/signing/prepare`, { certificateChainPems: maria.pems });
    const { action: _, ...signature } = completion(prepared, maria);
    const { body: signed } = await call(`${path}/signing/complete`, signature);
    await call(`${path}/finalize`);
    const { body: links } = await service.call(`${path}/download`, { as });
    const pdf = await signers.bytesAt(links.signedUrl);
    assert.deepEqual(await verdicts(pdf), [SIGNED, STAMPED]);
    const hash = createHash('sha256').update(pdf).digest('hex');
    assert.equal(signed.result.digitalSignature.signedPdfHash, `sha256:${hash}`);
  });

  test('are refused without a timestamp authority', async () => {
    const alone = await openTestService({ trust: authority.trust, local: undefined });
    try {
      await alone.database.query(`UPDATE tenants SET signature_level = 'LT'`);
      const others = new CertificateSigners(alone);
      const { status, body } = await others.prepare(await others.accepted(), maria);
      assert.deepEqual([status, body.type], [403, 'feature-not-enabled']);
    } finally {
      await alone.close();
    }
  });
});

describe('the sandbox', () => {
  test('validates for long by the test authority’s own responder and timestamps', async () => {
    const sandbox = await openTestService();
    try {
      await sandbox.call('/_local/signature-level', { method: 'PUT', json: { level: 'LTA' } });
      await sandbox.call('/_local/certificates');
      const others = new CertificateSigners(sandbox);
      const file = await others.bytesAt('http://127.0.0.1:4010/_local/certificates/ec.p12');
      const session = await others.accepted();
      const { status, body } = await others.sign(session, await holderIn(file));
      assert.deepEqual([status, body.status], [200, 'COMPLETED'], JSON.stringify(body));
      const pdf = await others.signedPdf(session);
      const store = await storeIn(pdf);
      assert.equal(store?.responses, 1);
      assert.equal(store.lists, 1, 'of the timestamper, which names no responder');
      const json = { content: Buffer.from(pdf).toString('base64') };
      const verified = await sandbox.call('/v1/verify/document', { as: await sandbox.token(), json });
      assert.deepEqual(
        verified.body.signatures.map((one: Answer['body']) => [one.role, one.indication]),
        [
          ['certification', 'TOTAL-PASSED'],
          ['timestamp', 'TOTAL-PASSED'],
        ],
      );
      const [signature] = verified.body.signatures;
      assert.equal(signature.signatureLevel, 'PAdES-BASELINE-LTA');
      assert.equal(signature.icpBrasilPolicy, 'AD-RT');
      assert.equal(signature.bestSignatureTime, signature.timestamp.time);
    } finally {
      await sandbox.close();
    }
  });
});

/** The holder of a PKCS#12 file with an EC key. */
async function holderIn(file: Uint8Array<ArrayBuffer>): Promise<Holder> {
  const { keys, certificates } = await openPkcs12(file, PASSWORD);
  const [first] = keys;
  assert.ok(first !== undefined);
  const key = createPrivateKey({ key: Buffer.from(first.pkcs8), format: 'der', type: 'pkcs8' });
  const ders = certificates.map(({ certificate }) => certificate.der);
  const own = createPublicKey(key).export({ format: 'der', type: 'spki' });
  const isOwn = (der: Uint8Array) =>
    new X509Certificate(der).publicKey.export({ format: 'der', type: 'spki' }).equals(own);
  const chain = [...ders.filter(isOwn), ...ders.filter(der => !isOwn(der))];
  return {
    pems: chain.map(der => new X509Certificate(der).toString()),
    sign: data => sign('sha256', data, { key, dsaEncoding: 'der' }).toString('base64'),
  };
}

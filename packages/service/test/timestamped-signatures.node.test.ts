import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { after, before, describe, test } from 'node:test';
import { systemRandom } from '../src/domain/ids.ts';
import { verifySignatures } from '../../verify/src/signatures/verify-signatures.ts';
import {
  bearerTokens,
  createTimestampAuthority,
  type TimestampCredentials,
} from '../src/pki/timestamp-authority.ts';
import { readSignedAttributes } from '../../../src/certificate/signing/prepared-signature.ts';
import {
  MARIA,
  openHolderAuthority,
  type Holder,
  type HolderAuthority,
} from './support/certificate-holders.ts';
import { CertificateSigners } from './support/certificate-signers.ts';
import { OpensslTimestamps } from './support/openssl-timestamps.ts';
import { signaturesIn } from './support/pdf-checks.ts';
import { openTestService, type TestService } from './support/test-service.ts';
import { runTool, withoutTools } from './support/tools.ts';

/** OpenSSL uses the machine's clock, which may be years before the tests' start. */
const LONG = { ...MARIA, validity: [-400, 2900] } as const;

describe('signatures with a timestamp', { skip: withoutTools('openssl', 'pdfsig') }, () => {
  let timestamps: OpensslTimestamps;
  let authority: HolderAuthority;
  let server: Server;
  let service: TestService;
  let signers: CertificateSigners;
  let maria: Holder;
  /** The authority's response status. */
  let status = 200;
  let url: string;
  /** Bearer tokens, of which the authority accepts only the last. */
  const tokens: string[] = [];
  const asked: Buffer[] = [];

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const query = await buffer(request);
    if (request.url === '/token') return giveToken(request, query.toString('latin1'), response);
    if (request.url === '/guarded' && request.headers.authorization !== `Bearer ${tokens.at(-1)}`) {
      response.writeHead(401).end();
      return;
    }
    asked.push(query);
    response.writeHead(status, { 'Content-Type': 'application/timestamp-reply' });
    response.end(status === 200 ? timestamps.answer(query) : '');
  }

  function giveToken({ headers }: IncomingMessage, form: string, response: ServerResponse): void {
    assert.equal(headers.authorization, `Basic ${btoa('acme%20ltd:s%3Aecret')}`);
    assert.equal(form, 'grant_type=client_credentials&scope=stamps');
    tokens.push(`token-${tokens.length}`);
    response.writeHead(200, { 'Content-Type': 'application/json' });
    response.end(JSON.stringify({ access_token: tokens.at(-1), token_type: 'Bearer', expires_in: 300 }));
  }

  before(async () => {
    timestamps = new OpensslTimestamps();
    authority = await openHolderAuthority();
    server = createServer((request, response) => void answer(request, response));
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const address = server.address();
    const port = typeof address === 'object' ? address?.port : undefined;
    url = `http://127.0.0.1:${port}`;
    const trust = {
      ...authority.trust,
      roots: async () => [...(await authority.trust.roots()), timestamps.root],
    };
    service = await openTestService({
      trust,
      timestamps: createTimestampAuthority({ url: `${url}/tsa`, random: systemRandom }),
    });
    signers = new CertificateSigners(service);
    maria = await authority.issue(LONG);
  });
  after(async () => {
    await service.close();
    server.closeAllConnections();
    server.close();
    timestamps.remove();
  });

  test('hold a timestamp of an authority (PAdES B-T)', async () => {
    const session = await signers.accepted();
    const { body } = await signers.sign(session, maria);
    assert.equal(body.status, 'COMPLETED', JSON.stringify(body));
    const pdf = await signers.signedPdf(session);
    assert.deepEqual(
      signaturesIn(pdf).map(({ validation }) => validation),
      ['Signature is Valid.'],
    );
    const roots = async () => [...(await authority.trust.roots()), timestamps.root];
    const trust = { lists: authority.trust.lists, roots };
    const signal = AbortSignal.timeout(60_000);
    // The timestamp is of the machine's time, and one of the future is not trusted.
    const [report] = await verifySignatures(pdf, { trust, now: new Date(), signal });
    assert.deepEqual([report?.timestamp?.valid, report?.timestamp?.trusted], [true, true]);
    const path = `/v1/transactions/${session.transactionId}/evidence`;
    const evidence = await service.call(path, { as: await service.token() });
    const { timestampedAt } = evidence.body.steps.at(-1).result.digitalSignature;
    assert.equal(timestampedAt, report?.timestamp?.time.toISOString());
    // Too short for more than a hash, a nonce and the request for a certificate.
    assert.ok(asked.every(query => query.length < 120));
  });

  test('state ICP-Brasil’s policy for signatures with a timestamp', async () => {
    const { body } = await signers.prepare(await signers.accepted(), maria);
    const data = Buffer.from(body.dataToSign, 'base64');
    const listing = runTool('openssl', ['asn1parse', '-inform', 'DER'], data).stdout.toString();
    assert.match(listing, /2\.16\.76\.1\.7\.1\.12\.1\.3/);
    assert.match(listing, /21D6E8D9F85E5626DC71307337A7CABD6FFEF8D085038746775CF0CE6BA4D3B5/);
    assert.match(listing, /PA_PAdES_AD_RT_v1_3\.der/);
    const attributes = readSignedAttributes(new Uint8Array(data));
    assert.equal(attributes.messageDigest.length, 32, 'the widget reads them');
  });

  test('are asked for with a token, of which a refused one is replaced once', async () => {
    const client = {
      kind: 'client',
      tokenUrl: `${url}/token`,
      clientId: 'acme ltd',
      clientSecret: 's:ecret',
      scope: 'stamps',
    } as const;
    const guarded = (credentials: TimestampCredentials) =>
      createTimestampAuthority({
        url: `${url}/guarded`,
        random: systemRandom,
        tokens: bearerTokens(credentials),
      });
    const byClient = guarded(client);
    const signal = AbortSignal.timeout(60_000);
    const stamped = new Uint8Array([1, 2, 3]);
    await byClient.stamp(stamped, signal);
    await byClient.stamp(stamped, signal);
    assert.deepEqual(tokens, ['token-0'], 'a token is used again');
    tokens.push('another');
    await byClient.stamp(stamped, signal);
    assert.deepEqual(tokens, ['token-0', 'another', 'token-2']);
    await guarded({ kind: 'token', token: 'token-2' }).stamp(stamped, signal);
    await assert.rejects(guarded({ kind: 'token', token: 'wrong' }).stamp(stamped, signal), {
      name: 'TimestampError',
      message: 'The timestamp authority answers 401.',
    });
  });

  test('wait until one is available, and cost no attempt', async () => {
    const session = await signers.accepted();
    const prepared = await signers.prepare(session, maria);
    status = 500;
    const refused = await signers.complete(session, prepared, maria);
    status = 200;
    assert.deepEqual([refused.status, refused.headers.get('Retry-After')], [503, '2']);
    assert.equal((await service.view(session)).steps.at(-1).attempts, 0);
    assert.equal((await signers.complete(session, prepared, maria)).body.status, 'COMPLETED');
  });
});

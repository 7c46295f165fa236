import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { after, before, describe, test } from 'node:test';
import { systemRandom } from '../../demo/service/src/identifiers/random-ids.ts';
import { verifySignatures } from '../../packages/verify/src/signatures/verify-signatures.ts';
import { createTimestampAuthority } from '../../demo/service/src/signing/timestamp-authority.ts';
import {
  MARIA,
  openHolderAuthority,
  type Holder,
  type HolderAuthority,
} from './support/certificate-holders.ts';
import { CertificateSigners } from './support/certificate-signers.ts';
import { OpensslTimestamps } from './support/openssl-timestamps.ts';
import { signaturesIn } from './support/pdf-checks.ts';
import { openTestService, START, type TestService } from './support/test-service.ts';
import { withoutTools } from './support/tools.ts';

/** OpenSSL's clock is the machine's, which may be years behind the tests' beginning. */
const LONG = { ...MARIA, validity: [-400, 2900] } as const;

describe('signatures with a timestamp', { skip: withoutTools('openssl', 'pdfsig') }, () => {
  let timestamps: OpensslTimestamps;
  let authority: HolderAuthority;
  let server: Server;
  let service: TestService;
  let signers: CertificateSigners;
  let maria: Holder;
  /** What the authority answers with. */
  let status = 200;
  const asked: Buffer[] = [];

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const query = await buffer(request);
    asked.push(query);
    response.writeHead(status, { 'Content-Type': 'application/timestamp-reply' });
    response.end(status === 200 ? timestamps.answer(query) : '');
  }

  before(async () => {
    timestamps = new OpensslTimestamps();
    authority = await openHolderAuthority();
    server = createServer((request, response) => void answer(request, response));
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const address = server.address();
    const port = typeof address === 'object' ? address?.port : undefined;
    const url = `http://127.0.0.1:${port}/tsa`;
    const trust = {
      ...authority.trust,
      roots: async () => [...(await authority.trust.roots()), timestamps.root],
    };
    service = await openTestService({
      trust,
      timestamps: createTimestampAuthority({ url, random: systemRandom }),
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

  test('say by somebody else when they were made (PAdES B-T)', async () => {
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
    const [report] = await verifySignatures(pdf, { trust, now: START, signal });
    assert.deepEqual([report?.timestamp?.valid, report?.timestamp?.trusted], [true, true]);
    const path = `/v1/transactions/${session.transactionId}/evidence`;
    const evidence = await service.call(path, { as: await service.token() });
    const { timestampedAt } = evidence.body.steps.at(-1).result.digitalSignature;
    assert.equal(timestampedAt, report?.timestamp?.time.toISOString());
    // Nothing but a hash, a nonce and the wish for a certificate fits into so little.
    assert.ok(asked.every(query => query.length < 120));
  });

  test('wait until one can be had, and cost no try', async () => {
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

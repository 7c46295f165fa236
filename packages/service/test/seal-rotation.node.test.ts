import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { sha256 } from '../src/domain/sha256.ts';
import { openTableStore } from '../src/storage/document-store.ts';
import { openTestDatabase } from './support/test-database.ts';
import { SCOPES } from '../src/domain/principal.ts';
import { testTenant } from './support/test-tenant.ts';
import { makeSealingCertificate, openSealingCertificate } from './support/sealing-certificates.ts';
import { openServiceOver, type CreatedSession, type TestService } from './support/test-service.ts';

const OWN = 'SIGN SESSION LOCAL TEST LTDA';
const SHOP_SECRET = 'a-secret-of-the-shop';

/** The one before with the service's own certificate, then those of an operator, all on one database. */
let original: TestService;
let first: TestService;
let next: TestService;

before(async () => {
  const { database, drop } = await openTestDatabase();
  const shop = {
    tenant: testTenant({ tenantId: 'shop', environment: 'production' }),
    clients: [{ clientId: 'shop', scopes: SCOPES, secret: SHOP_SECRET }],
    isConfigured: true,
  };
  const data = { database, documents: openTableStore(database), close: drop };
  original = await openServiceOver(data, { tenants: [shop] });
  const restart = async (name: string) =>
    original.restart({ sealing: await openSealingCertificate(await makeSealingCertificate(name)) });
  first = await restart('OPERADORA SA');
  next = await restart('OPERADORA NOVA SA');
});
after(() => original.close());

/** A session of a production tenant. */
async function createSession(service: TestService): Promise<CreatedSession> {
  const form = { grant_type: 'client_credentials', client_id: 'shop', client_secret: SHOP_SECRET };
  const { body } = await service.call('/oauth2/token', { form });
  return service.create({}, body.access_token);
}

async function signedBy(service: TestService, session: CreatedSession): Promise<Buffer> {
  const { downloadUrl } = await service.view(session);
  return Buffer.from(await (await service.fetch(new Request(downloadUrl))).arrayBuffer());
}

/** Completes a session. @returns its document, and what anybody reads of its evidence */
async function sign(service: TestService, session: CreatedSession) {
  const { body } = await service.accept(session);
  assert.equal(body.status, 'COMPLETED', JSON.stringify(body));
  const { evidenceId } = await service.view(session);
  return { evidenceId, signed: await signedBy(service, session) };
}

async function verdictOf(service: TestService, signed: Buffer) {
  const json = { content: signed.toString('base64') };
  const { body } = await service.call('/v1/verify/document', {
    json,
    as: await service.token('local', 'verification:write'),
  });
  return body.signatures.map((found: { indication: string; signer: { name: string } }) => found.indication);
}

/** What those trust who verify on their own device. */
const anchors = async (service: TestService) =>
  new Set((await service.call('/v1/verify/trust-anchors')).body.certificates);

describe('a sealing certificate that is replaced', () => {
  test('leaves what was sealed before as it was, at every instance', async () => {
    const made = [];
    for (const [service, name] of [
      [original, OWN],
      [first, 'OPERADORA SA'],
      [next, 'OPERADORA NOVA SA'],
    ] as const) {
      made.push({ name, ...(await sign(service, await createSession(service))) });
    }
    for (const service of [original, first, next]) {
      for (const { name, evidenceId, signed } of made) {
        assert.deepEqual(await verdictOf(service, signed), ['TOTAL-PASSED'], name);
        const { body } = await service.call(`/v1/verify/${evidenceId}`);
        assert.equal(body.sealedBy.name, name);
        assert.equal(body.signedHash, `sha256:${sha256(signed).toString('hex')}`);
      }
    }
  });

  test('is not used in a sandbox, whose documents are sealed as tests', async () => {
    for (const service of [original, first, next]) {
      const { evidenceId, signed } = await sign(service, await service.create());
      assert.deepEqual(await verdictOf(next, signed), ['TOTAL-PASSED']);
      const { body } = await service.call(`/v1/verify/${evidenceId}`);
      assert.deepEqual([body.environment, body.sealedBy.name], ['sandbox', OWN]);
    }
  });

  test('seals a session that began under the one before', async () => {
    const session = await createSession(first);
    assert.equal((await first.view(session)).status, 'ACTIVE');
    const { evidenceId, signed } = await sign(next, session);
    assert.deepEqual(await verdictOf(first, signed), ['TOTAL-PASSED']);
    const { body } = await first.call(`/v1/verify/${evidenceId}`);
    assert.equal(body.sealedBy.name, 'OPERADORA NOVA SA');
  });

  test('is told with all before it to those who verify on their own device', async () => {
    const known = await anchors(next);
    assert.deepEqual(await anchors(original), known);
    assert.ok(known.size >= 3);
  });

  test('says in the metrics when it expires', async () => {
    assert.match(await next.metrics(), /^sign_session_sealing_certificate_expiry_timestamp_seconds 2\.?\d+/m);
  });
});

import assert from 'node:assert/strict';
import { createHash, randomBytes, verify, X509Certificate } from 'node:crypto';
import { after, before, beforeEach, describe, test } from 'node:test';
import {
  type CloudCertificate,
  type CloudError,
  type HolderId,
  PscError,
  type PscToken,
  returnedError,
} from '../../src/cloud-certificates/provider-requests.ts';
import { PscClient } from '../../src/cloud-certificates/psc-client.ts';
import {
  PSC_VARIANTS,
  type PscProvider,
  type PscVariantName,
} from '../../src/cloud-certificates/providers.ts';
import type { PscFault } from '../../../local/src/providers/faults.ts';
import { JOAO, MARIA, openHolderAuthority } from '../support/certificate-holders.ts';
import { CALLBACK, decideAtPsc, openTestPsc, type PageDecision, type TestPsc } from '../support/test-psc.ts';
import { START } from '../support/test-service.ts';

const VARIANTS: readonly PscVariantName[] = ['vidaas', 'birdid', 'safeid', 'neoid', 'remoteid'];
const HOLDER: HolderId = { type: 'CPF', number: MARIA.cpf };
const DATA = new TextEncoder().encode('the signed attributes');

let now = START;
let psc: TestPsc;
const client = new PscClient();
before(async () => {
  const clock = { now: () => now, advance: () => undefined };
  psc = await openTestPsc({ authority: await openHolderAuthority(), clock });
});
beforeEach(() => {
  now = START;
  psc.faults.clear();
  psc.unknown.clear();
});
after(() => psc.close());

const vidaas = () => psc.provider('vidaas');

interface Approved {
  readonly code: string;
  readonly verifier: string;
  readonly redirectUri: string;
}

async function approved(
  provider: PscProvider,
  decision: PageDecision = 'approve',
  documents = 1,
): Promise<Approved> {
  const verifier = randomBytes(32).toString('base64url');
  const state = randomBytes(16).toString('base64url');
  const request = { redirectUri: CALLBACK, state, verifier, holder: HOLDER, documents };
  const url = client.authorizationUrl(provider, request);
  const returned = await decideAtPsc(url, decision);
  assert.equal(returned?.searchParams.get('state'), state);
  return { code: returned?.searchParams.get('code') ?? '', verifier, redirectUri: CALLBACK };
}

async function opened(
  provider: PscProvider,
  documents = 1,
): Promise<PscToken & { certificate: CloudCertificate }> {
  const token = await client.token(provider, await approved(provider, 'approve', documents));
  const certificates = await client.certificates(provider, token.token);
  const certificate = certificates.at(-1);
  assert.ok(certificate);
  return { ...token, certificate };
}

function signedAll(
  provider: PscProvider,
  { token, certificate }: Awaited<ReturnType<typeof opened>>,
  all: readonly Uint8Array<ArrayBuffer>[],
) {
  const { alias, certificate: facts } = certificate;
  const data = all.map(dataToSign => ({ dataToSign, label: 'contrato.pdf' }));
  return client.sign(provider, { token, alias, certificate: facts, data });
}

async function signed(provider: PscProvider, authorization: Awaited<ReturnType<typeof opened>>) {
  const [signature] = await signedAll(provider, authorization, [DATA]);
  assert.ok(signature);
  return signature;
}

const fails = (work: Promise<unknown>, kind: CloudError) =>
  assert.rejects(work, (error: unknown) => error instanceof PscError && error.kind === kind);

describe('signing by a cloud certificate', () => {
  for (const variant of VARIANTS) {
    test(`works with a provider like ${variant}`, async () => {
      const provider = psc.provider(variant);
      assert.equal(await client.discover(provider, HOLDER), 'found');
      const authorization = await opened(provider);
      assert.deepEqual(authorization.holder, HOLDER);
      assert.equal(authorization.certificate.certificate.holder.cpf, MARIA.cpf);
      const signature = await signed(provider, authorization);
      const key = new X509Certificate(authorization.certificate.certificate.der).publicKey;
      assert.ok(verify('sha256', DATA, key, signature), 'Node verifies the signature, too');
    });

    test(`makes several signatures in one request to ${variant}, each of its own data`, async () => {
      const provider = psc.provider(variant);
      const authorization = await opened(provider, 3);
      const all = ['one', 'two', 'three'].map(text => new TextEncoder().encode(text));
      const signatures = await signedAll(provider, authorization, all);
      const key = new X509Certificate(authorization.certificate.certificate.der).publicKey;
      for (const [index, data] of all.entries())
        assert.ok(verify('sha256', data, key, signatures[index] ?? new Uint8Array()));
      await fails(signedAll(provider, authorization, all), 'expired');
    });

    test(`takes one signature for one authorisation of ${variant}`, async () => {
      const authorization = await opened(psc.provider(variant));
      await signed(psc.provider(variant), authorization);
      await fails(signed(psc.provider(variant), authorization), 'expired');
    });
  }

  test('asks by PKCE for one signature within minutes, and for the holder', () => {
    const verifier = 'v'.repeat(43);
    const asked = { redirectUri: CALLBACK, state: 's', verifier, holder: HOLDER, documents: 1 };
    const { searchParams } = new URL(client.authorizationUrl(psc.provider('vidaas'), asked));
    assert.equal(
      searchParams.get('code_challenge'),
      createHash('sha256').update(verifier).digest('base64url'),
    );
    assert.deepEqual(
      ['response_type', 'code_challenge_method', 'scope', 'lifetime', 'login_hint'].map(name =>
        searchParams.get(name),
      ),
      ['code', 'S256', 'single_signature', '300', MARIA.cpf],
    );
    assert.doesNotMatch(searchParams.toString(), new RegExp(verifier));
  });

  test('takes a token that lives shorter than was asked', async () => {
    const authorization = await opened(psc.provider('safeid'));
    now = new Date(START.getTime() + 121_000);
    await fails(signed(psc.provider('safeid'), authorization), 'expired');
  });

  test('leaves out entries without an alias, and reads the expired ones', async () => {
    const provider = psc.provider('birdid');
    const { token } = await client.token(provider, await approved(provider));
    const certificates = await client.certificates(provider, token);
    assert.deepEqual(
      certificates.map(({ alias, certificate }) => [alias, certificate.notAfter < START]),
      [
        ['slot-2', true],
        ['slot-1', false],
      ],
    );
  });

  test('fails with hashes in the other encoding', async () => {
    const provider: PscProvider = { ...psc.provider('birdid'), hashEncoding: 'base64' };
    await fails(signed(provider, await opened(provider)), 'provider-unavailable');
  });
});

describe('finding a certificate', () => {
  test('tells who has none from who does not answer', async () => {
    psc.unknown.add(MARIA.cpf);
    assert.equal(await client.discover(vidaas(), HOLDER), 'not-found');
    for (const fault of ['down', 'too-many', 'html', 'redirect', 'huge'] satisfies PscFault[]) {
      psc.faults.set('vidaas', 'user-discovery', fault);
      assert.equal(await client.discover(vidaas(), HOLDER), 'unavailable', fault);
    }
    const gone = { ...psc.provider('vidaas'), address: 'http://127.0.0.1:9' };
    assert.equal(await client.discover(gone, HOLDER), 'unavailable');
    const refused = { ...psc.provider('vidaas'), clientSecret: 'wrong' };
    assert.equal(await client.discover(refused, HOLDER), 'unavailable');
  });

  test('waits for nobody longer than its limit', async () => {
    psc.faults.set('vidaas', 'user-discovery', 'hang');
    const hurried = new PscClient(fetch, { discoveryMs: 50 });
    assert.equal(await hurried.discover(psc.provider('vidaas'), HOLDER), 'unavailable');
  });
});

describe('an authorisation that fails', () => {
  test('was denied, in the words of each provider', async () => {
    for (const variant of VARIANTS) {
      const url = client.authorizationUrl(psc.provider(variant), {
        redirectUri: CALLBACK,
        state: 's',
        verifier: 'v'.repeat(43),
        holder: HOLDER,
        documents: 1,
      });
      const error = (await decideAtPsc(url, 'deny'))?.searchParams.get('error') ?? '';
      assert.equal(returnedError(error), 'denied', variant);
    }
    assert.equal(returnedError('server_error'), 'provider-unavailable');
    assert.equal(returnedError('constructor'), 'invalid-answer');
  });

  test('is not taken with another verifier, address or provider, nor twice, nor late', async () => {
    const wrong: readonly ((given: Approved) => [PscProvider, Approved])[] = [
      given => [vidaas(), { ...given, verifier: 'w'.repeat(43) }],
      given => [vidaas(), { ...given, redirectUri: `${CALLBACK}/` }],
      given => [psc.provider('birdid'), given],
    ];
    for (const change of wrong) await fails(client.token(...change(await approved(vidaas()))), 'expired');
    const once = await approved(vidaas());
    await client.token(vidaas(), once);
    await fails(client.token(vidaas(), once), 'expired');
    const late = await approved(vidaas());
    now = new Date(START.getTime() + 61_000);
    await fails(client.token(vidaas(), late), 'expired');
  });

  test('says whose it is', async () => {
    const { holder } = await client.token(vidaas(), await approved(vidaas(), 'other-holder'));
    assert.deepEqual(holder, { type: 'CPF', number: JOAO.cpf });
  });

  test('comes back with state=NONE where none was sent', async () => {
    const url = new URL(
      client.authorizationUrl(vidaas(), {
        redirectUri: CALLBACK,
        state: 's',
        verifier: 'v'.repeat(43),
        holder: HOLDER,
        documents: 1,
      }),
    );
    url.searchParams.delete('state');
    assert.equal((await decideAtPsc(url.href, 'approve'))?.searchParams.get('state'), 'NONE');
  });
});

describe('a provider that fails', () => {
  const cases: readonly (readonly [PscFault, CloudError])[] = [
    ['down', 'provider-unavailable'],
    ['too-many', 'too-many'],
    ['html', 'provider-unavailable'],
    ['redirect', 'provider-unavailable'],
    ['huge', 'provider-unavailable'],
    ['expired', 'expired'],
  ];
  for (const [fault, kind] of cases) {
    test(`by “${fault}” is told as ${kind}`, async () => {
      const provider = psc.provider('vidaas');
      psc.faults.set('vidaas', 'token', fault);
      await fails(client.token(provider, await approved(provider)), kind);
      psc.faults.clear();
      const authorization = await opened(provider);
      psc.faults.set('vidaas', 'certificate-discovery', fault);
      await fails(client.certificates(provider, authorization.token), kind);
      psc.faults.set('vidaas', 'signature', fault);
      // A page instead of signatures is an answer that must not be used.
      await fails(signed(provider, authorization), fault === 'html' ? 'invalid-answer' : kind);
    });
  }

  for (const fault of ['lie', 'too-few'] satisfies PscFault[]) {
    test(`by “${fault}” signs nothing`, async () => {
      const provider = psc.provider('vidaas');
      const authorization = await opened(provider);
      psc.faults.set('vidaas', 'signature', fault);
      await fails(signed(provider, authorization), 'invalid-answer');
    });
  }

  test('by silence is given up', async () => {
    const provider = psc.provider('vidaas');
    const given = await approved(provider);
    psc.faults.set('vidaas', 'token', 'hang');
    await fails(new PscClient(fetch, { answerMs: 50 }).token(provider, given), 'provider-unavailable');
  });

  test('tells nothing of what it answered', async () => {
    const provider = psc.provider('safeid');
    const error: unknown = await client
      .token(provider, { code: 'x', verifier: 'v', redirectUri: CALLBACK })
      .catch((cause: unknown) => cause);
    assert.doesNotMatch(String(error), /solicita|test-secret/);
  });

  test('is known by its differences', () => {
    assert.deepEqual(
      Object.values(PSC_VARIANTS).map(({ hashEncoding }) => hashEncoding),
      ['base64', 'hex', 'hex', 'base64', 'hex'],
    );
  });
});

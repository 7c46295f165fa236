import assert from 'node:assert/strict';
import { createHash, randomBytes, verify, X509Certificate } from 'node:crypto';
import { after, before, beforeEach, describe, test } from 'node:test';
import { CSC_VARIANTS, type CscVariant } from '../../../local/src/providers/variants.ts';
import type { FaultyResource, PscFault } from '../../../local/src/providers/faults.ts';
import { CscClient } from '../../src/cloud-certificates/csc-client.ts';
import type { CscProvider } from '../../src/cloud-certificates/providers.ts';
import {
  type AuthorizationRequest,
  type CloudCertificate,
  type CloudError,
  PscError,
} from '../../src/cloud-certificates/provider-requests.ts';
import { JOAO, MARIA, openHolderAuthority } from '../support/certificate-holders.ts';
import { CALLBACK, decideAtPsc, openTestPsc, type PageDecision, type TestPsc } from '../support/test-psc.ts';
import { START } from '../support/test-service.ts';

const [newest, older] = CSC_VARIANTS;
assert.ok(newest && older);
/** 2.1 has details in the address, under the type that 2.2 renamed. */
const VARIANTS: readonly CscVariant[] = [
  newest,
  older,
  { ...newest, id: 'details-in-address', hasMetadata: false },
  { ...older, id: 'details-of-2-0', takesDetails: true },
];

const texts = (...all: string[]) => all.map(text => new TextEncoder().encode(text));
const DATA = texts('one', 'two', 'three');
const base64 = (data: Uint8Array) => createHash('sha256').update(data).digest('base64');

let now = START;
let psc: TestPsc;
let client: CscClient;
before(async () => {
  const clock = { now: () => now, advance: () => undefined };
  psc = await openTestPsc({ authority: await openHolderAuthority(), clock, cscVariants: VARIANTS });
});
beforeEach(() => {
  now = START;
  psc.faults.clear();
  client = new CscClient();
});
after(() => psc.close());

const csc = () => psc.csc('csc');

const newRequest = (): AuthorizationRequest => ({
  redirectUri: CALLBACK,
  state: randomBytes(16).toString('base64url'),
  verifier: randomBytes(32).toString('base64url'),
  holder: { type: 'CPF', number: MARIA.cpf },
  documents: 1,
});

/** Goes to the provider's page and comes back with a code. */
async function approved(
  provider: CscProvider,
  signatures?: { readonly credentialId: string; readonly hashes: readonly string[] },
  decision: PageDecision = 'approve',
) {
  const request = newRequest();
  const url = await client.authorizationUrl(provider, request, signatures);
  const returned = await decideAtPsc(url, decision);
  assert.equal(returned?.searchParams.get('state'), request.state);
  const code = returned.searchParams.get('code') ?? '';
  return { code, verifier: request.verifier, redirectUri: CALLBACK };
}

async function found(provider: CscProvider, decision: PageDecision = 'approve'): Promise<CloudCertificate> {
  const { token } = await client.token(provider, await approved(provider, undefined, decision));
  const [certificate] = await client.certificates(provider, token);
  assert.ok(certificate);
  return certificate;
}

/** Authorises these data, and has those signed. */
async function signed(
  provider: CscProvider,
  { authorized = DATA, asked = DATA }: { authorized?: readonly Uint8Array[]; asked?: typeof DATA } = {},
  decision: PageDecision = 'approve',
) {
  const { alias, certificate, use } = await found(provider);
  const signatures = { credentialId: alias, hashes: authorized.map(base64) };
  const { token } = await client.token(provider, await approved(provider, signatures, decision));
  const data = asked.map(dataToSign => ({ dataToSign, label: 'contrato.pdf' }));
  const request = { token, alias, certificate, data, signAlgo: use?.signAlgo };
  return { request, certificate, made: await client.sign(provider, request) };
}

const fails = (work: Promise<unknown>, kind: CloudError) =>
  assert.rejects(work, (error: unknown) => error instanceof PscError && error.kind === kind);

describe('signing by the API of the Cloud Signature Consortium', () => {
  for (const { id, algorithms } of VARIANTS) {
    test(`signs all that one authorisation names, as ${id} has it`, async () => {
      const provider = psc.csc(id);
      assert.equal(await client.discover(provider), 'unknown');
      const { made, certificate, request } = await signed(provider);
      assert.equal(certificate.holder.cpf, MARIA.cpf);
      assert.equal(request.signAlgo, algorithms[0]);
      const key = new X509Certificate(certificate.der).publicKey;
      for (const [index, data] of DATA.entries())
        assert.ok(verify('sha256', data, key, made[index] ?? new Uint8Array()), 'Node verifies it, too');
      await fails(client.sign(provider, request), 'expired');
    });

    test(`has ${id} sign nothing but what was authorised`, async () => {
      const provider = psc.csc(id);
      await fails(signed(provider, { asked: texts('one', 'another') }), 'provider-unavailable');
      await fails(signed(provider, { authorized: texts('one') }), 'provider-unavailable');
    });
  }

  test('names the whole set by its hashes, in base64url, and nobody', async () => {
    const provider = psc.csc('csc-2-0');
    const request = newRequest();
    const signatures = { credentialId: 'c', hashes: DATA.map(base64) };
    const { searchParams } = new URL(await client.authorizationUrl(provider, request, signatures));
    assert.deepEqual(Object.fromEntries(searchParams), {
      response_type: 'code',
      client_id: provider.clientId,
      redirect_uri: CALLBACK,
      state: request.state,
      code_challenge: createHash('sha256').update(request.verifier).digest('base64url'),
      code_challenge_method: 'S256',
      scope: 'credential',
      credentialID: 'c',
      numSignatures: '3',
      hashes: DATA.map(data => createHash('sha256').update(data).digest('base64url')).join(','),
      hashAlgorithmOID: '2.16.840.1.101.3.4.2.1',
    });
  });

  test('sends the set ahead where it can, so that the address holds nothing of it', async () => {
    const hashes = Array.from({ length: 90 }, (_, index) => base64(randomBytes(index)));
    const { alias: credentialId } = await found(csc());
    const url = await client.authorizationUrl(csc(), newRequest(), { credentialId, hashes });
    assert.deepEqual(Array.from(new URL(url).searchParams.keys()), ['client_id', 'request_uri']);
    assert.ok((await decideAtPsc(url, 'approve'))?.searchParams.get('code'));
  });

  test('asks for no more than an address holds', async () => {
    const signatures = { credentialId: 'c', hashes: Array<string>(200).fill(base64(randomBytes(1))) };
    const asked = client.authorizationUrl(psc.csc('csc-2-0'), newRequest(), signatures);
    await fails(asked, 'too-many-documents');
  });

  test('opens the certificates only for their own authorisation', async () => {
    const { alias } = await found(csc());
    const given = await approved(csc(), { credentialId: alias, hashes: DATA.map(base64) });
    const { token } = await client.token(csc(), given);
    await fails(client.certificates(csc(), token), 'expired');
  });

  test('says whose the certificate is that somebody else opened', async () => {
    const { certificate } = await found(csc(), 'other-holder');
    assert.equal(certificate.holder.cpf, JOAO.cpf);
  });

  test('takes no signature by the key of another', async () => {
    await fails(signed(csc(), {}, 'other-holder'), 'invalid-answer');
  });
});

describe('a credential', () => {
  for (const { id } of VARIANTS) {
    test(`of ${id} says how many signatures one authorisation is for`, async () => {
      assert.equal((await found(psc.csc(id))).use?.mostSignatures, 100);
      psc.faults.set(id, 'certificate-discovery', 'single');
      assert.equal((await found(psc.csc(id))).use?.mostSignatures, 1);
    });
  }

  test('is not for this service where it would have to ask for a PIN', async () => {
    psc.faults.set('csc', 'certificate-discovery', 'pin');
    assert.equal((await found(csc())).use?.signAlgo, undefined);
  });
});

describe('a provider that fails', () => {
  const cases: readonly (readonly [PscFault, CloudError])[] = [
    ['down', 'provider-unavailable'],
    ['too-many', 'too-many'],
    ['html', 'provider-unavailable'],
    ['redirect', 'provider-unavailable'],
    ['huge', 'provider-unavailable'],
  ];
  for (const [fault, kind] of cases) {
    test(`by “${fault}” is told as ${kind}`, async () => {
      const signatures = fault === 'html' ? 'invalid-answer' : kind;
      for (const [resource, expected] of [
        ['user-discovery', kind],
        ['token', kind],
        ['certificate-discovery', kind],
        ['signature', signatures],
      ] satisfies [FaultyResource, CloudError][]) {
        psc.faults.clear();
        client = new CscClient();
        psc.faults.set('csc', resource, fault);
        await fails(signed(csc()), expected);
      }
    });
  }

  for (const fault of ['lie', 'too-few', 'other-order'] satisfies PscFault[]) {
    test(`by “${fault}” signs nothing`, async () => {
      psc.faults.set('csc', 'signature', fault);
      await fails(signed(csc()), 'invalid-answer');
    });
  }

  test('by silence is given up', async () => {
    psc.faults.set('csc', 'user-discovery', 'hang');
    client = new CscClient(fetch, { answerMs: 50, discoveryMs: 50 });
    await fails(client.authorizationUrl(csc(), newRequest()), 'provider-unavailable');
    assert.equal(await client.discover(csc()), 'unavailable');
  });

  test('is asked again what it is once it answers', async () => {
    psc.faults.set('csc', 'user-discovery', 'down');
    assert.equal(await client.discover(csc()), 'unavailable');
    psc.faults.clear();
    assert.equal(await client.discover(csc()), 'unknown');
  });

  test('that signs documents only, or is of version 1, is not used', async () => {
    psc.faults.set('csc', 'user-discovery', 'lie');
    assert.equal(await client.discover(csc()), 'unavailable');
  });
});

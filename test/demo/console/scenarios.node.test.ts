import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { NAMED_FAULTS } from '../../../demo/console/conditions/named-faults.ts';
import { readCertificates } from '../../../demo/console/certificates/certificates.ts';
import { LOCAL_CLIENTS, ServiceClient, setTransport } from '../../../demo/console/http/service-client.ts';
import { readBiometrics, readFaults } from '../../../demo/console/http/local-tools.ts';
import { describeExpectation } from '../../../demo/console/scenarios/compare-result.ts';
import { prepareScenario } from '../../../demo/console/scenarios/scenario-run.ts';
import { settingsOf, stepsOf, type Scenario } from '../../../demo/console/scenarios/scenario.ts';
import { matchesWords, SCENARIOS, SCENARIO_GROUPS } from '../../../demo/console/scenarios/scenarios.ts';
import {
  deleteWebhook,
  readWebhooks,
  registerWebhook,
} from '../../../demo/console/webhooks/webhook-calls.ts';
import { EVENT_TYPES } from '../../../packages/service/event-types.ts';
import { DEFAULT_VALUES } from '../../../demo/console/settings/fields.ts';
import { TEST_SIGNERS } from '../../../demo/console/settings/settings.ts';
import {
  openTestService,
  PUBLIC_URL,
  type TestService,
} from '../../../packages/service/test/support/test-service.ts';

const signal = AbortSignal.timeout(600_000);

/** The ids of the scenarios that a search shows. */
const found = (words: string): string[] =>
  SCENARIO_GROUPS.flatMap(group =>
    group.scenarios.filter(scenario => matchesWords(scenario, group, words)).map(({ id }) => id),
  );

describe('the scenarios of the console', () => {
  let service: TestService;
  const clients = LOCAL_CLIENTS.map(credentials => new ServiceClient(credentials));

  before(async () => {
    service = await openTestService();
    setTransport((path, init) => service.fetch(new Request(PUBLIC_URL + path, init)));
  });

  after(() => service.close());

  const prepare = async ({ ...scenario }: Scenario) => {
    const client = clients.find(({ clientId }) => clientId === (scenario.isLimited ? 'limited' : 'local'));
    assert(client !== undefined);
    return prepareScenario(scenario, client, `${PUBLIC_URL}/_local/webhook-receiver`);
  };

  it('are many, each with an id for the address and words of its own', () => {
    assert(SCENARIOS.length >= 30, `only ${SCENARIOS.length}`);
    const ids = SCENARIOS.map(({ id }) => id);
    assert.deepEqual(ids, [...new Set(ids)]);
    for (const { id } of SCENARIOS) assert.match(id, /^[a-z0-9]+(-[a-z0-9]+)*$/);
    for (const { scenarios } of SCENARIO_GROUPS) {
      const names = scenarios.map(({ name }) => name);
      assert.deepEqual(names, [...new Set(names)]);
    }
    for (const { id, summary, steps, expected } of SCENARIOS) {
      assert(summary.length <= 80 && !summary.endsWith('.'), `${id}: ${summary}`);
      for (const step of steps) assert.match(step, /^[A-Z].{3,80}[.]$/, id);
      const texts = expected.map(describeExpectation);
      assert(texts.length > 0, id);
      assert.deepEqual(texts, [...new Set(texts)], id);
      const isJudged = expected.some(({ kind }) =>
        ['status', 'refusal', 'stepError', 'delivery'].includes(kind),
      );
      assert(isJudged, `${id} is judged by the widget alone`);
    }
  });

  it('say so where the verdict changes for whoever goes on and signs', () => {
    for (const scenario of SCENARIOS) {
      const { id, steps, expected } = scenario;
      const mustStayOpen = expected.some(
        expectation => expectation.kind === 'status' && expectation.is === 'ACTIVE',
      );
      if (!mustStayOpen || steps.length === 0) continue;
      assert.match(stepsOf(scenario).at(-1) ?? '', /^Leave it there/, id);
    }
  });

  it('leave no webhook behind, and those of a person alone', async () => {
    const [client] = clients;
    const scenario = SCENARIOS.find(({ withWebhook }) => withWebhook === true);
    assert(client !== undefined && scenario !== undefined);
    const url = `${PUBLIC_URL}/_local/webhook-receiver`;
    const own = await registerWebhook(client, { url, events: EVENT_TYPES });
    await prepare(scenario);
    const { webhook } = await prepare(scenario);
    const ids = async () => (await readWebhooks(client, signal)).map(({ webhookId }) => webhookId);
    assert.deepEqual((await ids()).toSorted(), [own.webhookId, webhook?.webhookId].toSorted());
    await prepare({ ...scenario, withWebhook: false });
    assert.deepEqual(await ids(), [own.webhookId]);
    await deleteWebhook(client, own.webhookId);
  });

  it('are found by their names and by synonyms', () => {
    assert.equal(found(' ').length, SCENARIOS.length);
    assert(found('Right CODE').includes('code'));
    assert.deepEqual(found('sequential'), ['envelope']);
    assert(found('otp').includes('code-wrong'));
    assert(found('liveness selfie').includes('face'));
    assert(found('A1 expired').includes('certificate-expired'));
    assert(found('serpro').includes('base-down'));
    assert.deepEqual(found('no-such-word'), []);
  });

  it('name signers, fields, files and faults that there are', async () => {
    const certificates = (await readCertificates(signal)).map(({ name }) => name);
    for (const { id, signer, values = {}, certificate, faults = [] } of SCENARIOS) {
      if (signer !== undefined)
        assert(
          TEST_SIGNERS.some(known => known.id === signer),
          id,
        );
      for (const pointer of Object.keys(values))
        assert(Object.hasOwn(DEFAULT_VALUES, pointer), `${id}: ${pointer}`);
      if (certificate !== undefined) assert(certificates.includes(certificate), `${id}: ${certificate}`);
      for (const fault of faults)
        assert(
          Object.values(NAMED_FAULTS).some(named => named.fault === fault),
          id,
        );
    }
    const used = SCENARIOS.map(({ certificate }) => certificate);
    for (const name of certificates) assert(used.includes(name), `no scenario signs with ${name}.p12`);
  });

  for (const scenario of SCENARIOS) {
    const { id, expected, faults = [], faces, hasWrongLink = false, withWebhook = false } = scenario;
    const refusal = expected.find(({ kind }) => kind === 'refusal');

    it(`set the service up: ${id}`, async () => {
      const prepared = await prepare(scenario);
      if (refusal?.kind === 'refusal') {
        assert.equal(prepared.refusal?.status, refusal.status);
        assert.match(
          `${prepared.refusal.title} ${prepared.refusal.message}`,
          new RegExp(refusal.words ?? ''),
        );
        return;
      }
      assert.equal(prepared.refusal, undefined, prepared.refusal?.message);
      const { sessions = [] } = prepared.created ?? {};
      const wanted = settingsOf(scenario);
      const several = wanted.subject === 'envelope' ? Number(wanted.values['/totalSigners']) : 1;
      assert.equal(sessions.length, several);
      assert.equal(await readBiometrics('tenant_local', signal), faces ?? 'SIMULATED');
      assert.equal(prepared.webhook !== undefined, withWebhook);
      // A webhook is sent as soon as the session is there, and meets its fault.
      if (!withWebhook) assert.deepEqual(await readFaults(signal), faults);
      const [session] = sessions;
      assert(session !== undefined);
      await clients[0]?.send('/_local/faults', { method: 'DELETE' });
      const view = await service.call(`/v1/signing-sessions/${session.sessionId}`, {
        as: session.clientSecret,
      });
      assert.equal(view.status, hasWrongLink ? 401 : 200);
      if (!hasWrongLink) assert.equal(view.body.status, 'ACTIVE');
    });
  }
});

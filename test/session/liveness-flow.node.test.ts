import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { describe, it, mock } from 'node:test';
import { ClientSecret } from '../../src/api/client-secret.ts';
import {
  type LivenessCapture,
  LivenessFlow,
  type Presence,
  uploadPicture,
} from '../../src/session/liveness-flow.ts';
import { SignerClient } from '../../src/api/signer-client.ts';
import { clientSecret } from '../../packages/testing/src/client-secret.ts';

const BASE = 'https://service.test';
const ROOT = '/v1/signing-sessions/ss_test';
const PICTURE = new Blob([new Uint8Array([0xff, 0xd8, 0xff])], { type: 'image/jpeg' });
const SHA256 = createHash('sha256')
  .update(new Uint8Array([0xff, 0xd8, 0xff]))
  .digest('hex');

const PRESENCE: Presence = {
  frames: ['CENTER', 'SMILE'].map((action, index) => ({
    action,
    capturedAt: 1000 * index,
    picture: PICTURE,
  })),
  durationMs: 1000,
  brightness: 100,
  sharpness: 50,
  faceAreaRatio: 0.2,
  actions: [{ action: 'SMILE', startedAt: 0, passedAt: 900 }],
};

const START = {
  sessionId: 'ss_test',
  status: 'ACTIVE',
  livenessSessionId: 'liv_1',
  liveness: {
    mode: 'LIVE',
    nonce: 'n_1',
    actions: ['SMILE'],
    maxFrames: 8,
    maxFrameBytes: 1000,
    maxSeconds: 60,
    uploadUrlTemplate: `http://another.name${ROOT}/liveness/liv_1/frames/{index}`,
  },
};
const ANSWER = { sessionId: 'ss_test', status: 'ACTIVE' };

interface Sent {
  readonly method: string;
  readonly url: string;
  readonly authorization: string | null;
  readonly text: string;
}

/** A service that answers each request by `answer`, and a person who always does what is asked. */
class Bench {
  readonly sent: Sent[] = [];
  readonly said: string[] = [];
  proofs = 0;
  step = { stepId: 'st_1', attempts: 0 };
  readonly secret = clientSecret({ sid: 'ss_test', exp: Math.floor(Date.now() / 1000) + 3600 });
  readonly client: SignerClient;
  readonly check: LivenessFlow;

  constructor(
    answer: (sent: Sent, count: number) => Response | undefined,
    changes: Partial<LivenessCapture> = {},
  ) {
    this.client = new SignerClient({
      baseUrl: BASE,
      sessionId: 'ss_test',
      clientSecret: new ClientSecret(this.secret),
      fetch: async (input, init) => {
        const request = new Request(input, init);
        const { method, url, headers } = request;
        const sent = { method, url, authorization: headers.get('Authorization'), text: await request.text() };
        this.sent.push(sent);
        const response = answer(sent, this.sent.length);
        if (response === undefined) throw new TypeError('Failed to fetch');
        return response;
      },
    });
    const prover: LivenessCapture = {
      needsTime: false,
      ready: async () => true,
      prove: async () => {
        this.proofs += 1;
        return PRESENCE;
      },
      sending: (sent, all) => this.said.push(`${sent}/${all}`),
      elsewhere: url => this.said.push(`elsewhere ${url}`),
      ended: () => this.said.push('ended'),
      ...changes,
    };
    this.check = new LivenessFlow(prover, 5000);
  }

  perform() {
    return this.check.perform({ client: this.client, step: this.step }, new AbortController().signal);
  }

  get unsent(): boolean {
    return this.check.hasUnsent(this.step);
  }

  get routes(): string[] {
    return this.sent.map(({ method, url }) => `${method} ${url.replace(BASE + ROOT, '')}`);
  }
}

const well = ({ method, text }: Sent): Response =>
  method === 'PUT'
    ? new Response(null, { status: 204 })
    : Response.json(text.includes('start_liveness') ? START : ANSWER);

describe('the check of a signer’s presence', () => {
  it('starts, sends each picture, and completes with their digests by the service’s clock', async () => {
    const bench = new Bench(well);
    assert.equal((await bench.perform())?.status, 'ACTIVE');
    assert.deepEqual(bench.routes, [
      'POST /advance',
      'PUT /liveness/liv_1/frames/0',
      'PUT /liveness/liv_1/frames/1',
      'POST /advance',
    ]);
    const completion: unknown = JSON.parse(bench.sent.at(-1)?.text ?? '');
    const { action, livenessSessionId, liveness } = Object(completion);
    assert.deepEqual([action, livenessSessionId, liveness.nonce], ['complete_liveness', 'liv_1', 'n_1']);
    assert.deepEqual(liveness.frames[1], {
      index: 1,
      action: 'SMILE',
      capturedAt: '1970-01-01T00:00:06.000Z',
      sha256: SHA256,
    });
    assert.equal(liveness.metrics.actions[0].passedAt, '1970-01-01T00:00:05.900Z');
    assert.deepEqual(bench.said, ['0/2', '1/2', '2/2', 'ended']);
  });

  it('sends the secret to the service as it is known, by whichever name it calls itself', async () => {
    const bench = new Bench(well);
    await bench.perform();
    for (const { url, authorization } of bench.sent) {
      assert.equal(new URL(url).origin, BASE);
      assert.equal(authorization, `Bearer ${bench.secret}`);
    }
  });

  it('keeps what an address of the service says behind its path', async () => {
    const bench = new Bench(well);
    const address = `http://another.name${ROOT}/frames/0?part=1&of=2`;
    await uploadPicture(bench.client, address, PICTURE, new AbortController().signal);
    assert.equal(bench.sent[0]?.url, `${BASE}${ROOT}/frames/0?part=1&of=2`);
  });

  it('sends pictures to another address when the service says so, without the secret', async () => {
    const bench = new Bench(({ method }) => (method === 'PUT' ? new Response(null) : undefined));
    await uploadPicture(
      bench.client,
      'https://storage.test/put?signature=1',
      PICTURE,
      new AbortController().signal,
    );
    assert.deepEqual(bench.sent[0]?.url, 'https://storage.test/put?signature=1');
    assert.equal(bench.sent[0]?.authorization, null);
  });

  it('sends what was captured again after a lost connection, and what had arrived not twice', async () => {
    let online = false;
    const bench = new Bench(sent => (sent.url.endsWith('/frames/1') && !online ? undefined : well(sent)));
    await assert.rejects(bench.perform());
    assert.equal(bench.unsent, true);
    online = true;
    await bench.perform();
    assert.equal(bench.proofs, 1);
    assert.equal(bench.unsent, false);
    assert.equal(bench.routes.filter(route => route.endsWith('/frames/0')).length, 1);
    assert.equal(bench.routes.filter(route => route === 'POST /advance').length, 2);
  });

  it('forgets what the service refuses: it would refuse it again', async () => {
    const bench = new Bench(sent =>
      sent.method === 'PUT' ? new Response(null, { status: 410 }) : well(sent),
    );
    await assert.rejects(bench.perform());
    assert.equal(bench.unsent, false);
  });

  for (const [why, happens] of [
    ['was judged', bench => (bench.step = { ...bench.step, attempts: 1 })],
    ['is too old for the service', () => mock.timers.tick(140_000)],
  ] satisfies [string, (bench: Bench) => void][]) {
    it(`forgets an attempt that ${why}, and makes another one`, async () => {
      mock.timers.enable({ apis: ['Date'], now: Date.now() });
      try {
        let online = false;
        const bench = new Bench(sent => (sent.method === 'PUT' && !online ? undefined : well(sent)));
        await assert.rejects(bench.perform());
        mock.timers.tick(100_000);
        assert.equal(bench.unsent, true);
        happens(bench);
        online = true;
        await bench.perform();
        assert.equal(bench.proofs, 2);
      } finally {
        mock.timers.reset();
      }
    });
  }

  it('begins nothing at the service while the signer is not ready', async () => {
    const bench = new Bench(well, { ready: async () => false });
    assert.equal(await bench.perform(), undefined);
    assert.deepEqual(bench.sent, []);
    assert.deepEqual(bench.said, ['ended']);
  });

  it('asks for more time where the signer would like it', async () => {
    const bench = new Bench(well, { needsTime: true });
    await bench.perform();
    const start: unknown = JSON.parse(bench.sent[0]?.text ?? '');
    assert.deepEqual(Object(start).capabilities, { camera: true, extendedTime: true });
  });

  it('leads elsewhere where the service has no task for a camera', async () => {
    const hostedUrl = 'https://provider.example/check';
    const bench = new Bench(() => Response.json({ ...ANSWER, livenessSessionId: 'liv_1', hostedUrl }));
    assert.equal(await bench.perform(), undefined);
    assert.deepEqual(bench.said, [`elsewhere ${hostedUrl}`, 'ended']);
  });
});

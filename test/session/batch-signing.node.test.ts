import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { describe, it } from 'node:test';
import * as z from 'zod';
import { ClientSecret } from '../../src/api/client-secret.ts';
import { SignerClient } from '../../src/api/signer-client.ts';
import { BatchDocuments } from '../../src/session/batch-documents.ts';
import { batchSigning, cloudBatchSigning, type BatchToSign } from '../../src/session/batch-signing.ts';
import { prepareSigning, type AnsweredPreparation } from '../../src/session/certificate-signing.ts';
import { clientSecret } from '../../packages/testing/src/client-secret.ts';

const TITLES = ['Contrato', 'Anexo I', 'Termo'];
const read = (bytes: Uint8Array) => new TextDecoder().decode(bytes).slice('%PDF-'.length);
const digestOf = (title: string) => createHash('sha256').update(title).digest('hex');

/** Starts like a PDF, since the client takes nothing else for a document. */
const headed = (title: string) => `%PDF-${title}`;
const addressOf = (title: string) => `https://service.test/${encodeURIComponent(title)}.pdf`;

/** The service, as far as the work needs it: it notes what it was asked. */
class Service {
  readonly asked: string[] = [];
  readonly signed = new Set<number>();
  /** What it sends in place of a document's bytes. */
  readonly instead = new Map<string, string>();
  /** The place of a document whose preparation is refused. */
  refused: number | undefined;
  /** The place of a document whose completion fails, and what the session says then. */
  failing: { readonly place: number; readonly session: object } | undefined;
  /** Addresses are good until then: as often as this. */
  expiries = 0;
  lists = 0;
  readonly downloads: string[] = [];

  readonly client = new SignerClient({
    baseUrl: 'https://service.test',
    sessionId: 'ss_1',
    clientSecret: new ClientSecret(clientSecret({ sid: 'ss_1' })),
    fetch: async (url, { body } = {}) =>
      this.#answer(url instanceof Request ? url.url : String(url), typeof body === 'string' ? body : '{}'),
  });

  #answer(url: string, body: string): Response {
    if (url.endsWith('/documents')) {
      this.lists += 1;
      return Response.json({ documents: this.#list() });
    }
    const title = TITLES.find(each => addressOf(each) === url);
    if (title !== undefined) {
      this.downloads.push(title);
      if (this.expiries > 0) {
        this.expiries -= 1;
        return Response.json({ type: 'forbidden' }, { status: 403 });
      }
      return new Response(headed(this.instead.get(title) ?? title));
    }
    const { action, documentPosition } = actionSchema.parse(JSON.parse(body));
    const isPreparation = action.startsWith('prepare');
    this.asked.push(`${isPreparation ? 'prepare' : 'complete'} ${documentPosition}`);
    const answer = { sessionId: 's', status: 'ACTIVE', evidenceId: String(documentPosition) };
    const session =
      documentPosition === this.failing?.place && !isPreparation ? this.failing.session : undefined;
    if (!isPreparation || documentPosition === this.refused) return Response.json({ ...answer, session });
    const signatureRequestId = `sig_${documentPosition}`;
    return Response.json({ ...answer, signatureRequestId, ...SHOWN });
  }

  #list(): object[] {
    return TITLES.map((title, index) => ({
      title,
      hash: `sha256:${digestOf(headed(title))}`,
      presignedUrl: addressOf(title),
      ...(this.signed.has(index + 1) && { signed: true }),
    }));
  }
}

/** What shows the signer's page what is signed. The signers of these tests do not look at it. */
const SHOWN = {
  hashToSign: '00'.repeat(32),
  dataToSign: '',
  appended: '',
  byteRange: [0, 0, 0, 0],
  baseUrl: 'https://service.test/base',
};

const actionSchema = z.object({ action: z.string(), documentPosition: z.number() });

const host = {
  addController: () => undefined,
  removeController: () => undefined,
  requestUpdate: () => undefined,
  updateComplete: Promise.resolve(true),
};

function open() {
  const service = new Service();
  const told: number[] = [];
  const batch: BatchToSign = {
    documents: new BatchDocuments(host),
    tell: index => told.push(index),
    prepare: prepareSigning,
  };
  const task = { client: service.client, step: { stepId: 's', attempts: 0 }, shown: undefined };
  return { service, told, batch, task };
}

const { signal } = new AbortController();

/** Signs all, and notes the bytes that it was shown. */
function signer(shown: string[], refuses?: string) {
  return {
    chainPems: ['pem'],
    jointly: undefined,
    async sign({ base }: AnsweredPreparation['preparation'], bytes: Uint8Array) {
      const text = read(bytes);
      shown.push(text);
      assert.deepEqual(base, bytes, 'what is signed is what was loaded, and nothing else is asked for');
      return text === refuses ? undefined : 'c2ln';
    },
  };
}

/** The same by one question, which is refused where `wrong` says so. */
const jointly = (asked: string[][], wrong?: string) => ({
  ...signer([]),
  jointly: {
    check: async (_: AnsweredPreparation['preparation'], bytes: Uint8Array<ArrayBuffer>) =>
      read(bytes) === wrong ? undefined : bytes,
    async sign(documents: readonly { readonly label: string }[]) {
      asked.push(documents.map(({ label }) => label));
      return wrong === 'refused' ? undefined : documents.map(() => 'c2ln');
    },
  },
});

describe('signing a batch by a key on the device', () => {
  it('prepares, signs and completes one document after the other', async () => {
    const { service, told, batch, task } = open();
    const shown: string[] = [];
    const answer = await batchSigning(signer(shown), batch)(task, signal);
    assert.deepEqual(
      service.asked,
      [1, 2, 3].flatMap(place => [`prepare ${place}`, `complete ${place}`]),
    );
    assert.deepEqual([shown, told, answer?.evidenceId], [TITLES, [0, 1, 2], '3']);
  });

  it('goes on with those that are not signed', async () => {
    const { service, batch, task } = open();
    service.signed.add(1).add(3);
    await batchSigning(signer([]), batch)(task, signal);
    assert.deepEqual(service.asked, ['prepare 2', 'complete 2']);
  });

  it('signs no document whose bytes are not those of the list, which says so', async () => {
    const { service, batch, task } = open();
    service.instead.set('Anexo I', 'Anexo com outro preço');
    const shown: string[] = [];
    const answer = await batchSigning(signer(shown), batch)(task, signal);
    assert.deepEqual(service.asked, ['prepare 1', 'complete 1']);
    assert.deepEqual([shown, answer?.evidenceId], [['Contrato'], '1']);
    assert.deepEqual(
      batch.documents.all.map(({ check }) => check),
      ['verified', 'mismatch', 'waiting'],
    );
  });

  it('stops where the signer’s side refuses, and where the service does', async () => {
    const first = open();
    await batchSigning(signer([], 'Anexo I'), first.batch)(first.task, signal);
    assert.deepEqual(first.service.asked, ['prepare 1', 'complete 1', 'prepare 2']);
    const second = open();
    second.service.refused = 1;
    const answer = await batchSigning(signer([]), second.batch)(second.task, signal);
    assert.deepEqual([second.service.asked, answer?.status], [['prepare 1'], 'ACTIVE']);
  });
});

/** A session as far as the answer has to have it. */
const sessionSaying = (error: string | undefined, authorization?: object) => ({
  sessionId: 'ss_1',
  status: 'ACTIVE',
  transactionId: 'tx_1',
  purpose: 'DOCUMENT_SIGNATURE',
  signer: {},
  steps: [{ stepId: 's', type: 'DIGITAL_SIGN_A1', status: 'PENDING', attempts: 0, maxAttempts: 3, error }],
  expiresAt: '2026-11-28T12:00:00Z',
  ...(authorization && { cloud: { providers: [], authorization } }),
});

describe('what fails while a batch is signed', () => {
  const failed = { providerId: 'neoid', status: 'failed', error: 'provider-unavailable' };
  for (const [name, session] of [
    ['the authorisation', sessionSaying(undefined, failed)],
    ['the signature', sessionSaying('revocation-unavailable')],
  ] as const)
    it(`is told at once, and nothing more is sent: ${name}`, async () => {
      const inCloud = open();
      inCloud.service.failing = { place: 2, session };
      const answer = await cloudBatchSigning(
        async () => true,
        undefined,
        inCloud.batch,
      )(inCloud.task, signal);
      assert.equal(inCloud.service.asked.at(-1), 'complete 2');
      assert.equal(answer?.session?.sessionId, 'ss_1');
      for (const by of [signer([]), jointly([])]) {
        const { service, batch, task } = open();
        service.failing = { place: 2, session };
        await batchSigning(by, batch)(task, signal);
        assert.equal(service.asked.at(-1), 'complete 2');
      }
    });

  it('is asked for again with another address, once the first is over', async () => {
    const { service, batch, task } = open();
    await batch.documents.reading(false)(task, signal);
    service.expiries = 1;
    const bytes = await batch.documents.bytesOf(0, signal);
    assert.equal(bytes && read(bytes), 'Contrato');
    assert.equal(service.lists, 2);
    service.expiries = 5;
    assert.equal(await batch.documents.bytesOf(1, signal), undefined, 'and only once');
    assert.equal(service.lists, 3);
  });
});

describe('the bytes of a batch', () => {
  it('come once, also for the screen of the next step', async () => {
    const { service, batch, task } = open();
    await batch.documents.reading(false)(task, signal);
    for (const index of TITLES.keys()) await batch.documents.bytesOf(index, signal);
    const next = { ...batch, documents: new BatchDocuments(host) };
    await batchSigning(signer([]), next)(task, signal);
    assert.deepEqual(service.downloads, TITLES);
  });
});

describe('signing a batch after one question', () => {
  it('checks all documents before the question, and completes them after it', async () => {
    const { service, batch, task } = open();
    const asked: string[][] = [];
    const answer = await batchSigning(jointly(asked), batch)(task, signal);
    const order = ['prepare 1', 'prepare 2', 'prepare 3', 'complete 1', 'complete 2', 'complete 3'];
    assert.deepEqual([service.asked, asked, answer?.evidenceId], [order, [TITLES], '3']);
  });

  it('does not ask where one preparation is wrong, and completes none that was refused', async () => {
    for (const [wrong, questions] of [
      ['Termo', 0],
      ['refused', 1],
    ] as const) {
      const { service, batch, task } = open();
      const asked: string[][] = [];
      assert.equal(await batchSigning(jointly(asked, wrong), batch)(task, signal), undefined);
      assert.deepEqual([service.asked.at(-1), asked.length], ['prepare 3', questions]);
    }
  });
});

describe('signing a batch by a certificate in the cloud', () => {
  it('checks all documents before the first is signed', async () => {
    const { service, batch, task } = open();
    await cloudBatchSigning(async () => true, undefined, batch)(task, signal);
    const order = ['prepare 1', 'prepare 2', 'prepare 3', 'complete 1', 'complete 2', 'complete 3'];
    assert.deepEqual(service.asked, order);
  });

  it('signs none where one preparation is wrong', async () => {
    const { service, batch, task } = open();
    const signing = cloudBatchSigning(async (_, bytes) => read(bytes) !== 'Termo', undefined, batch);
    assert.equal(await signing(task, signal), undefined);
    assert.deepEqual(service.asked, ['prepare 1', 'prepare 2', 'prepare 3']);
  });

  it('has all authorised once they are checked, where that comes last', async () => {
    for (const wrong of [undefined, 'Termo']) {
      const { service, batch, task } = open();
      const confirm = async () => {
        service.asked.push('confirm');
        return undefined;
      };
      await cloudBatchSigning(async (_, bytes) => read(bytes) !== wrong, confirm, batch)(task, signal);
      const prepared = ['prepare 1', 'prepare 2', 'prepare 3'];
      assert.deepEqual(service.asked, wrong === undefined ? [...prepared, 'confirm'] : prepared);
    }
  });
});

import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { describe, it } from 'node:test';
import { ClientSecret } from '../../src/api/client-secret.ts';
import { SignerClient } from '../../src/api/signer-client.ts';
import type { DocumentLoad } from '../../src/document/document-load.ts';
import { loadDocument } from '../../src/session/document-loader.ts';
import type { SessionDocument } from '../../src/session/view.ts';
import { clientSecret } from '../../packages/testing/src/client-secret.ts';

const BYTES = new TextEncoder().encode('%PDF-1.7');
const DIGEST = createHash('sha256').update(BYTES).digest('hex');
const FIRST = 'https://service.test/first.pdf';
const RENEWED = 'https://service.test/renewed.pdf';

const good = () => new Response(BYTES);
const refused = (status: number) => () => new Response('', { status });
const strange = () => new Response('<title>Hotel Wi-Fi</title>');

interface Story {
  /** What the addresses answer, one after the other. */
  readonly answers: readonly (() => Response)[];
  readonly document?: SessionDocument;
  /** The document as the service knows it when it is asked; undefined: nobody answers. */
  readonly known?: SessionDocument | undefined;
}

/** Loads a document, and tells what was asked of whom, and what came of it. */
async function load({ answers, document = { url: FIRST, digest: DIGEST }, known }: Story) {
  const asked: string[] = [];
  const left = [...answers];
  const client = new SignerClient({
    baseUrl: 'https://service.test',
    sessionId: 'ss_test',
    clientSecret: new ClientSecret(clientSecret({ sid: 'ss_test' })),
    fetch: async url => {
      asked.push(url instanceof Request ? url.url : String(url));
      return (left.shift() ?? good)();
    },
  });
  const reloadDocument = async () => {
    asked.push('session');
    return known;
  };
  const loads: DocumentLoad[] = [];
  const { signal } = new AbortController();
  await loadDocument({ client, document, reloadDocument, kept: {} }, each => loads.push(each), signal);
  return { asked, last: loads.at(-1) };
}

describe('loading the document', () => {
  it('asks for nothing else when it arrives whole', async () => {
    const { asked, last } = await load({ answers: [good] });
    assert.deepEqual(asked, [FIRST]);
    assert.deepEqual(last, { status: 'loaded', bytes: BYTES, digest: DIGEST, verified: true });
  });

  for (const status of [401, 403, 404, 409, 410]) {
    it(`takes a ${status} for an address that is too old, and the one that the session has now`, async () => {
      const known = { url: RENEWED, digest: DIGEST };
      const { asked, last } = await load({ answers: [refused(status)], known });
      assert.deepEqual(asked, [FIRST, 'session', RENEWED]);
      assert.equal(last?.status, 'loaded');
    });

    it(`tries once more after a ${status} where the address is the same, and no more than once`, async () => {
      const known = { url: FIRST, digest: DIGEST };
      const { asked, last } = await load({ answers: [refused(status), refused(status)], known });
      assert.deepEqual(asked, [FIRST, 'session', FIRST]);
      assert.deepEqual(last, { status: 'failed', problem: 'unreachable' });
    });
  }

  it('gets over a page that somebody else answers with, and says when other bytes come again', async () => {
    const known = { url: FIRST, digest: DIGEST };
    assert.equal((await load({ answers: [strange], known })).last?.status, 'loaded');
    const { asked, last } = await load({ answers: [strange, strange], known });
    assert.deepEqual(asked, [FIRST, 'session', FIRST]);
    assert.deepEqual(last, { status: 'failed', problem: 'mismatch' });
  });

  it('asks for the address that a session came without', async () => {
    const known = { url: RENEWED, digest: DIGEST };
    const { asked, last } = await load({ answers: [good], document: { digest: DIGEST }, known });
    assert.deepEqual(asked, ['session', RENEWED]);
    assert.equal(last?.status, 'loaded');
  });

  it('tries nothing more when the service does not say how the session stands', async () => {
    const { asked, last } = await load({ answers: [refused(403)] });
    assert.deepEqual(asked, [FIRST, 'session']);
    assert.deepEqual(last, { status: 'failed', problem: 'unreachable' });
  });
});

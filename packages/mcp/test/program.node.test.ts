/** The program as assistants start it, used by the SDK's own client, against the real service. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { after, afterEach, before, beforeEach, describe, it } from 'node:test';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { repositoryRoot } from '../../../test/support/repository.ts';
import { startService, type ServiceProcess } from '../../../test/support/service-process.ts';
import { onePagePdf } from '../../../test/support/small-pdf.ts';

const PROGRAM = ['--import', 'tsx', path.join(repositoryRoot, 'packages/mcp/src/bin.ts')];

const SIGNER = { name: 'Maria da Silva', cpf: '529.982.247-25', email: 'maria@exemplo.com.br' };

/** A running program. All that it has written is kept. */
class Assistant {
  readonly client = new Client({ name: 'test', version: '1.0.0' });
  readonly #transport: StdioClientTransport;
  #said = '';

  constructor(env: Record<string, string>) {
    this.#transport = new StdioClientTransport({
      command: process.execPath,
      args: PROGRAM,
      cwd: repositoryRoot,
      env: { PATH: process.env['PATH'] ?? '', ...env },
      stderr: 'pipe',
    });
    this.#transport.stderr?.on('data', (chunk: Buffer) => (this.#said += chunk.toString('utf8')));
  }

  async open(): Promise<void> {
    await this.client.connect(this.#transport);
  }

  /** All that it has answered and logged. */
  get said(): string {
    return this.#said;
  }

  /** @returns the text of its answer @throws AssertionError unless it went as expected */
  async says(name: string, given: Record<string, unknown>, isError: boolean): Promise<string> {
    const result = await this.client.callTool({ name, arguments: given });
    this.#said += JSON.stringify(result);
    const [content] = Array.isArray(result.content) ? result.content : [];
    const text = String(Object(content).text);
    assert.equal(result.isError ?? false, isError, text);
    return text;
  }

  async does(name: string, given: Record<string, unknown> = {}): Promise<Record<string, unknown>> {
    return { ...Object(JSON.parse(await this.says(name, given, false))) };
  }

  refuses(name: string, given: Record<string, unknown> = {}): Promise<string> {
    return this.says(name, given, true);
  }
}

/** Starts it without a program that uses it, and waits for its end. */
const start = (env: Record<string, string>, ...args: string[]) => {
  const options = {
    cwd: repositoryRoot,
    encoding: 'utf8',
    env: { PATH: process.env['PATH'] ?? '', ...env },
  } as const;
  return spawnSync(process.execPath, [...PROGRAM, ...args], { ...options, input: '' });
};

const creation = (changes: Record<string, unknown> = {}) => ({
  policy: { profile: 'CLICK_ONLY' },
  signer: SIGNER,
  document: { file: 'contract.pdf' },
  ...changes,
});

describe('sign-session-mcp', () => {
  let service: ServiceProcess;
  let folder: string;
  let assistant: Assistant;
  before(async () => {
    service = await startService();
  });
  after(() => service.stop());
  beforeEach(async () => {
    const parent = await mkdtemp(path.join(os.tmpdir(), 'mcp-'));
    folder = path.join(parent, 'contracts');
    await mkdir(folder);
    await writeFile(path.join(folder, 'contract.pdf'), onePagePdf('Contrato'));
    await writeFile(path.join(folder, 'notes.txt'), 'No document.');
    await writeFile(path.join(parent, 'other.pdf'), onePagePdf('Outro'));
    await symlink(path.join(parent, 'other.pdf'), path.join(folder, 'link.pdf'));
    assistant = new Assistant({ SIGN_SERVICE_URL: service.url, SIGN_FILES_FOLDER: folder });
    await assistant.open();
  });
  afterEach(async () => {
    await assistant.client.close();
    assert.doesNotMatch(assistant.said, /ss_secret_|local-secret|clientSecret"/);
    await rm(path.dirname(folder), { recursive: true });
  });

  it('creates a session, makes its link, tells its status and cancels it', async () => {
    const { sessionId, status } = await assistant.does('create_signing_session', creation());
    assert.equal(status, 'ACTIVE');

    const { url } = await assistant.does('get_signing_link', { sessionId });
    const link = new URL(String(url));
    assert.equal(link.origin, service.url);
    const code = link.searchParams.get('h');
    const exchange = () =>
      fetch(`${service.url}/v1/handover`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ code }),
      });
    const taken: { clientSecret: string } = await (await exchange()).json();
    assert.match(taken.clientSecret, /^ss_secret_/);
    assert.equal((await exchange()).status, 404, 'it works once');

    assert.equal((await assistant.does('get_signing_session_status', { sessionId }))['status'], 'ACTIVE');
    await assistant.does('cancel_signing_session', { sessionId, reason: 'Created by mistake' });
    assert.equal((await assistant.does('get_signing_session_status', { sessionId }))['status'], 'CANCELLED');
    assert.match(await assistant.refuses('get_signing_link', { sessionId }), /cancelled|ended/i);
  });

  it('describes each tool by a schema and hints, and offers those of local mode on this computer', async () => {
    const { tools } = await assistant.client.listTools();
    assert.ok(tools.length > 15);
    for (const { name, description, inputSchema, annotations } of tools) {
      assert.match(name, /^[a-z_]{4,64}$/);
      assert.ok((description ?? '').length > 20, name);
      assert.equal(inputSchema.type, 'object', name);
      assert.equal(typeof annotations?.readOnlyHint, 'boolean', name);
      assert.equal(typeof annotations?.destructiveHint, 'boolean', name);
    }
    const names = tools.map(({ name }) => name);
    assert.ok(names.includes('read_inbox') && names.includes('move_clock'));
  });

  it('tells what the service refuses in plain words', async () => {
    const text = await assistant.refuses('create_signing_session', creation({ policy: { profile: 'NONE' } }));
    assert.match(text, /\/policy\/profile/);
    assert.match(await assistant.refuses('get_evidence', { transactionId: 'tx_unknown' }), /not found/i);
    assert.match(await assistant.refuses('get_evidence', { transactionId: '../../health' }), /no id/);
    assert.match(await assistant.refuses('get_signing_link', { sessionId: 'ss_other' }), /has not created/);
    assert.match(await assistant.refuses('erase_person'), /no tool/);
  });

  it('makes a link again after a restart, where the session had a key', async () => {
    const keyed = creation({ idempotencyKey: 'order-7' });
    const { sessionId } = await assistant.does('create_signing_session', keyed);
    const later = new Assistant({ SIGN_SERVICE_URL: service.url, SIGN_FILES_FOLDER: folder });
    await later.open();
    try {
      await later.refuses('get_signing_link', { sessionId });
      assert.equal((await later.does('create_signing_session', keyed))['sessionId'], sessionId);
      await later.does('get_signing_link', { sessionId });
    } finally {
      await later.client.close();
    }
    assert.doesNotMatch(later.said, /ss_secret_/);
  });

  it('reads PDFs of its folder alone', async () => {
    const refusal = (file: string) =>
      assistant.refuses('create_signing_session', creation({ document: { file } }));
    assert.match(await refusal('../other.pdf'), /no file/);
    assert.match(await refusal('link.pdf'), /no file/);
    assert.match(await refusal(path.join(path.dirname(folder), 'other.pdf')), /no file/);
    assert.match(await refusal('notes.txt'), /no PDF/);
    await assistant.does('create_signing_session', creation({ metadata: { file: 'contract.pdf' } }));
    const { signatures } = await assistant.does('verify_document', { file: 'contract.pdf' });
    assert.deepEqual(signatures, []);
  });

  it('writes a webhook’s secret into a file, and answers with its name', async () => {
    const { webhookId, secretFile, secret } = await assistant.does('create_webhook', {
      url: 'https://shop.example/hooks',
      events: ['SIGNING_SESSION.COMPLETED'],
    });
    assert.equal(secret, undefined);
    const file = path.join(folder, String(secretFile));
    assert.equal((await stat(file)).mode & 0o777, 0o600);
    const written = (await readFile(file, 'utf8')).trim();
    assert.ok(written.length >= 16 && !assistant.said.includes(written));
    const { webhooks } = await assistant.does('list_webhooks');
    assert.ok(JSON.stringify(webhooks).includes(String(webhookId)));
    await assistant.does('delete_webhook', { webhookId });
  });

  it('reads the inbox and moves the clock of the local service', async () => {
    const owner = { email: 'owner@exemplo.com.br' };
    const { sessionId } = await assistant.does(
      'create_signing_session',
      creation({ expiresInMinutes: 5, owner }),
    );
    // An invitation holds the signer's link, client secret and all.
    const inbox = await assistant.says('read_inbox', { to: SIGNER.email }, false);
    assert.match(inbox, /\[client secret\]/);
    await assistant.does('move_clock', { advanceSeconds: 600 });
    assert.equal((await assistant.does('get_signing_session_status', { sessionId }))['status'], 'EXPIRED');
  });

  it('without a folder neither reads nor registers a webhook', async () => {
    const bare = new Assistant({ SIGN_SERVICE_URL: service.url });
    await bare.open();
    try {
      assert.match(await bare.refuses('create_signing_session', creation()), /SIGN_FILES_FOLDER/);
      const hook = { url: 'https://shop.example/hooks', events: ['QUOTA.WARNING'] };
      assert.match(await bare.refuses('create_webhook', hook), /SIGN_FILES_FOLDER/);
      const { webhooks } = await bare.does('list_webhooks');
      assert.doesNotMatch(JSON.stringify(webhooks), /QUOTA\.WARNING/);
    } finally {
      await bare.client.close();
    }
  });

  it('says that its credentials are refused, or the service away, without naming the credentials', async () => {
    const wrong = { SIGN_CLIENT_ID: 'local', SIGN_CLIENT_SECRET: 'wrong-and-secret' };
    for (const [url, said] of [
      [service.url, /refuses the credentials/],
      ['http://127.0.0.1:9', /could not be reached/],
    ] as const) {
      const other = new Assistant({ SIGN_SERVICE_URL: url, ...wrong });
      await other.open();
      try {
        assert.match(await other.refuses('list_signing_sessions'), said);
      } finally {
        await other.client.close();
      }
      assert.doesNotMatch(other.said, /wrong-and-secret/);
    }
  });
});

describe('the settings of sign-session-mcp', () => {
  it('are refused by name, without their values', () => {
    for (const [env, said] of [
      [{ SIGN_SERVICE_URL: 'http://sign.example' }, /https/],
      [{ SIGN_SERVICE_URL: 'https://user:hidden@sign.example' }, /without a user/],
      [{ SIGN_SERVICE_URL: 'https://sign.example' }, /SIGN_CLIENT_ID/],
      [{ SIGN_CLIENT_SECRET: 'hidden' }, /belong together/],
    ] as const) {
      const { status, stderr, stdout } = start(env);
      assert.equal(status, 1);
      assert.match(stderr, said);
      assert.doesNotMatch(stderr + stdout, /hidden/);
    }
  });

  it('are no arguments', () => {
    const { status, stderr } = start({}, '--secret=hidden');
    assert.equal(status, 2);
    assert.doesNotMatch(stderr, /hidden/);
    assert.match(start({}, '--help').stdout, /SIGN_SERVICE_URL/);
  });
});

import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { createLocalMode, WELL_KNOWN_SECRETS } from '../../../local/src/index.ts';
import { openSealer, type Sealer } from '../../src/evidence/sealer.ts';
import { openFileStore } from '../../src/documents/file-store.ts';
import { type DocumentStore, openTableStore } from '../../src/storage/document-store.ts';
import type { Connection } from '../../src/http/environment.ts';
import { createService, type MeasuredService, type Service } from '../../src/main/service.ts';
import type { ServiceOptions } from '../../src/main/service-options.ts';
import { describeRequest } from '../../src/support/logs.ts';
import type { Database } from '../../src/storage/database.ts';
import { onePagePdf } from '../../../../test/support/small-pdf.ts';
import { areCopies, openTestDatabase } from './test-database.ts';

export const PUBLIC_URL = 'http://127.0.0.1:4010';

/** The time of a test's clock at its start. */
export const START = new Date('2026-11-20T14:58:03.500Z');

/** What no line of any service may hold: the usual signer of tests, secrets and tokens. */
const NEVER_LOGGED =
  /Maria|52998224725|529\.982|maria@example|(?:local|limited|basic)-secret|ss_secret_|whsec_|cs_[\w-]{20}|eyJ[\w-]{10}/;

/** A third of an access token's life. */
const TOKEN_KEPT_MS = 300_000;

/** A JSON response, a problem, or the text of anything else. */
export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  // oxlint-disable-next-line typescript/no-explicit-any -- a test reads what it expects and fails where it is not there
  readonly body: any;
}

export interface Call {
  readonly method?: string;
  /** Bearer credential. */
  readonly as?: string;
  readonly json?: unknown;
  readonly form?: Readonly<Record<string, string>>;
  readonly key?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly connection?: Connection;
}

/** As the inbox shows it. */
interface SentMessage {
  readonly channel: string;
  readonly to: string;
  readonly subject?: string;
  readonly text: string;
}

/** A session as returned by its creation. */
export interface CreatedSession {
  readonly sessionId: string;
  readonly transactionId: string;
  readonly clientSecret: string;
  readonly url: string;
  readonly expiresAt: string;
}

export interface TestClock {
  now(): Date;
  advance(milliseconds: number): void;
}

export interface TestService {
  readonly database: Database;
  readonly documents: DocumentStore;
  readonly clock: TestClock;
  /** Lines of the request log. */
  readonly log: string[];
  /** Unexpected errors that the service reported. */
  readonly errors: string[];
  fetch: Service['fetch'];
  /** What Prometheus reads. */
  metrics(): Promise<string>;
  call(path: string, options?: Call): Promise<Answer>;
  token(client?: 'local' | 'limited' | 'basic', scope?: string): Promise<string>;
  create(changes?: Readonly<Record<string, unknown>>, token?: string): Promise<CreatedSession>;
  accept(session: CreatedSession, changes?: Readonly<Record<string, unknown>>): Promise<Answer>;
  /** Sends a signer's action. */
  act(session: CreatedSession, json: Readonly<Record<string, unknown>>, call?: Call): Promise<Answer>;
  /** The session as its signer sees it. */
  view(session: CreatedSession): Promise<Answer['body']>;
  /** The messages in the inbox, oldest first. */
  messages(): Promise<SentMessage[]>;
  /** Events of a transaction, oldest first. */
  events(transactionId: string): Promise<{ type: string; data: Record<string, unknown> }[]>;
  /** Another service over the same data, as after a restart; closed with this one. */
  restart(options?: Partial<ServiceOptions>): Promise<TestService>;
  close(): Promise<void>;
}

/** A valid body for POST /v1/signing-sessions, with these members changed. */
export function sessionRequest(changes: Readonly<Record<string, unknown>> = {}): Record<string, unknown> {
  const content = Buffer.from(onePagePdf('Contrato')).toString('base64');
  return {
    purpose: 'DOCUMENT_SIGNATURE',
    policy: { profile: 'CLICK_ONLY' },
    signer: { name: 'Maria da Silva', cpf: '52998224725', email: 'maria@example.com' },
    document: { content, filename: 'contrato.pdf' },
    ...changes,
  };
}

async function openTestDocuments(
  database: Database,
): Promise<{ documents: DocumentStore; remove: () => Promise<void> }> {
  if (database.kind === 'server')
    return { documents: openTableStore(database), remove: async () => undefined };
  const folder = await mkdtemp(path.join(os.tmpdir(), 'sign-session-test-'));
  return {
    documents: await openFileStore(folder),
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}

function createTestClock(start = START): TestClock {
  let time = start.getTime();
  return {
    now: () => new Date(time),
    advance(milliseconds) {
      time += milliseconds;
    },
  };
}

async function toAnswer(response: Response): Promise<Answer> {
  const text = await response.text();
  const isJson = /json/.test(response.headers.get('Content-Type') ?? '');
  const body: unknown = isJson ? JSON.parse(text) : text;
  return { status: response.status, headers: response.headers, body };
}

function toRequest(address: string, { method, as, json, form, key, headers }: Call): Request {
  const url = address.startsWith('http') ? address : PUBLIC_URL + address;
  const all = new Headers(headers);
  if (as !== undefined) all.set('Authorization', `Bearer ${as}`);
  if (key !== undefined) all.set('X-Idempotency-Key', key);
  if (json !== undefined) all.set('Content-Type', 'application/json');
  const body = json === undefined ? form && new URLSearchParams(form) : JSON.stringify(json);
  const verb = method ?? (body === undefined ? 'GET' : 'POST');
  return new Request(url, { method: verb, headers: all, ...(body === undefined ? {} : { body }) });
}

interface Parts {
  readonly service: Service;
  readonly measurements: MeasuredService['measurements'];
  readonly database: Database;
  readonly documents: DocumentStore;
  readonly clock: TestClock;
  readonly log: string[];
  readonly errors: string[];
  readonly options: Partial<ServiceOptions>;
  readonly close: () => Promise<void>;
}

function assemble(parts: Parts): TestService {
  const { service, measurements, database, documents, clock, log, errors } = parts;
  const later: TestService[] = [];
  let creator: { readonly token: string; readonly until: number } | undefined;
  /** One for many sessions: a token takes five times as long as a session, since secrets are hashed slowly. */
  const creatorToken = async (): Promise<string> => {
    const now = clock.now().getTime();
    if (creator === undefined || now >= creator.until || now < creator.until - TOKEN_KEPT_MS)
      creator = { token: await self.token(), until: now + TOKEN_KEPT_MS };
    return creator.token;
  };
  const self: TestService = {
    database,
    documents,
    clock,
    log,
    errors,
    fetch: (request, connection) => service.fetch(request, connection),
    metrics: () => measurements.read(),
    call: async (address, call = {}) => {
      // It may move the service's clock, or take its clients away.
      if (address.startsWith('/_local/')) creator = undefined;
      return toAnswer(await service.fetch(toRequest(address, call), call.connection));
    },
    async token(client = 'local', scope) {
      const client_secret = secretsIn(parts.options)[client];
      const form = { grant_type: 'client_credentials', client_id: client, client_secret };
      const answer = await self.call('/oauth2/token', {
        form: scope === undefined ? form : { ...form, scope },
      });
      return String(answer.body.access_token);
    },
    async create(changes, token) {
      const json = sessionRequest(changes);
      const answer = await self.call('/v1/signing-sessions', { as: token ?? (await creatorToken()), json });
      if (answer.status !== 201) throw new Error(`Creation was refused: ${JSON.stringify(answer.body)}`);
      return answer.body;
    },
    accept: (session, changes = {}) =>
      self.act(session, { action: 'accept', textVersion: '2026-11', locale: 'pt-BR', ...changes }),
    act: ({ sessionId, clientSecret }, json, call = {}) =>
      self.call(`/v1/signing-sessions/${sessionId}/advance`, { as: clientSecret, json, ...call }),
    view: async ({ sessionId, clientSecret }) =>
      (await self.call(`/v1/signing-sessions/${sessionId}`, { as: clientSecret })).body,
    messages: async () => (await self.call('/_local/messages')).body,
    events: transactionId =>
      database.query(
        'SELECT event_type AS type, data FROM outbox WHERE transaction_id = $1 ORDER BY position',
        [transactionId],
      ),
    async restart(changed = {}) {
      const options = { ...parts.options, ...changed };
      const again = await createService({ ...baseOptions(parts, options), ...options });
      const next = assemble({
        ...parts,
        options,
        service: again,
        measurements: again.measurements,
        close: () => again.close(),
      });
      later.push(next);
      return next;
    },
    async close() {
      for (const line of [...log, ...errors]) assert.doesNotMatch(line, NEVER_LOGGED);
      for (const other of later) await other.close();
      await parts.close();
    },
  };
  return self;
}

/** The published secrets count in local mode only. */
function secretsIn(options: Partial<ServiceOptions>): Record<keyof typeof WELL_KNOWN_SECRETS, string> {
  if (!('local' in options) || options.local?.isPublic === false) return WELL_KNOWN_SECRETS;
  return {
    local: 'local-secret-of-tests',
    limited: 'limited-secret-of-tests',
    basic: 'basic-secret-of-tests',
  };
}

function baseOptions(
  parts: Pick<Parts, 'database' | 'documents' | 'clock' | 'log' | 'errors'>,
  options: Partial<ServiceOptions>,
): ServiceOptions {
  const { database, documents, clock, log, errors } = parts;
  const local = 'local' in options ? options.local : createLocalMode();
  return {
    database,
    documents,
    clock,
    publicUrl: PUBLIC_URL,
    local,
    clientSecrets: secretsIn(options),
    requestLog: record => void log.push(describeRequest(record)),
    reportError: line => errors.push(line),
  };
}

let sealer: Promise<Sealer> | undefined;

/** One for all services whose databases are copies, because its thread takes a while to start. It ends with the process. */
async function sharedSealer(database: Database): Promise<Sealer> {
  sealer ??= openSealer(database, createTestClock()).then(async opened => {
    // The database that it was opened with may be gone before the others.
    const roots = await opened.roots();
    return { ...opened, roots: async () => roots, close: async () => undefined };
  });
  return sealer;
}

/** What stands between a test and the service. */
type WrapService = (service: Service) => Service;

/**
 * The real service with its own database and document store, and a clock that only the test moves.
 * @param kind of its database, if that matters
 */
export async function openTestService(
  options: Partial<ServiceOptions> = {},
  kind?: Database['kind'],
  wrap?: WrapService,
): Promise<TestService> {
  const { database, drop } = await openTestDatabase(kind);
  const { documents, remove } = await openTestDocuments(database);
  const close = async () => {
    await drop();
    await remove();
  };
  const shared = areCopies && kind === undefined ? { sealer: await sharedSealer(database) } : {};
  return openServiceOver({ database, documents, close }, { ...shared, ...options }, wrap);
}

/** The data of a service. */
interface ServiceData {
  readonly database: Database;
  readonly documents: DocumentStore;
  /** Where the test's clock stands at first. Default {@link START}. */
  readonly start?: Date;
  readonly close: () => Promise<void>;
}

/** The real service over this data, which is closed with it. */
export async function openServiceOver(
  { database, documents, start, close }: ServiceData,
  options: Partial<ServiceOptions> = {},
  wrap: WrapService = service => service,
): Promise<TestService> {
  const common = { database, documents, clock: createTestClock(start), log: [], errors: [] };
  const { measurements, ...created } = await createService({ ...baseOptions(common, options), ...options });
  const service = wrap(created);
  const closeAll = async () => {
    await service.close();
    await close();
  };
  return assemble({ ...common, service, measurements, options, close: closeAll });
}

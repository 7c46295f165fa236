import { empty, eventStream, json, pdf, problem, providerPage, type NextEvent } from './answers.ts';
import { clientSecret } from './client-secret.ts';
import { perform } from './actions.ts';
import { documentAnswers, type DocumentAnswer } from './document-answers.ts';
import { positionAt, unreadable, type FakeDocument } from './documents.ts';
import { documentsOf, factsOf, type FakeSessionOptions } from './fake-session-options.ts';
import { faultOf } from './faults.ts';
import { OUTCOMES, requireOutcome, type Outcome } from './outcomes.ts';
import { queueReally } from './real-time.ts';
import { receiptKeys, receiptOf, type ReceiptKeySet } from './receipts.ts';
import { requireKnownSteps, requireSteps } from './required-steps.ts';
import { KeptAnswers } from './kept-answers.ts';
import { readBody, routeOf, type ActionBody, type FakeRequest } from './routes.ts';
import {
  cancelledAnswer,
  documentsAnswer,
  foundProviders,
  handoverLink,
  sessionAnswer,
  statusAnswer,
  type SessionAnswer,
} from './session-answers.ts';
import type { SessionFacts } from './session-facts.ts';
import type { SessionStatus, StepType } from '../../session-rules/src/index.ts';
import { SessionState } from './session-state.ts';

/** What is asked of open sessions only. */
const UNTIL_END = ['POST cloud-providers', 'POST handover', 'PUT frame', 'POST cancel'];

/** Timers hold no longer time, in ms. */
const LONGEST_TIMER = 2 ** 31 - 1;

let count = 0;

/** By client secret, for the mock element, which asks no network. */
const sessions = new Map<string, FakeSession>();

/** The fake session of a secret, if there is one. */
export const fakeSessionOf = (secret: string): FakeSession | undefined => sessions.get(secret);

/** A signing session in memory: its signer API is `fetch`, and it really moves. */
export class FakeSession {
  /** For the element's `clientSecret`. */
  readonly clientSecret: string;
  readonly sessionId: string;
  readonly transactionId: string;
  /** For `verifyReceipt`, with `transactionId`, `baseUrl` as the issuer, and `receiptKeys`. */
  readonly tenantId: string;
  /** For the element's `baseUrl`. Without a slash at the end. */
  readonly baseUrl: string;
  /** All requests so far, in order. */
  readonly requests: FakeRequest[] = [];
  readonly #facts: SessionFacts;
  readonly #state: SessionState;
  readonly #documents: readonly FakeDocument[];
  readonly #watchers = new Set<() => void>();
  readonly #kept = new KeptAnswers();
  #receipt: string | undefined;

  constructor(options: FakeSessionOptions = {}) {
    count += 1;
    const facts = factsOf(options, count);
    const { outcome = 'completed', steps = ['CLICK_ACCEPT'], choosesChannel = false } = options;
    requireOutcome(outcome);
    requireKnownSteps(steps);
    this.sessionId = facts.sessionId;
    this.transactionId = facts.transactionId;
    this.tenantId = facts.tenantId;
    this.baseUrl = facts.baseUrl;
    const expiry = Math.floor(Date.parse(facts.expiresAt) / 1000);
    this.clientSecret = clientSecret({ sid: this.sessionId, exp: expiry });
    this.#facts = facts;
    this.#documents = documentsOf(options);
    const batchSize = facts.batchId === undefined ? undefined : this.#documents.length;
    const { certificateSources } = facts;
    this.#state = new SessionState({ types: steps, choosesChannel, certificateSources, outcome, batchSize });
    this.setOutcome(outcome);
    sessions.set(this.clientSecret, this);
    this.#expireLater(Date.parse(facts.expiresAt) - Date.now());
  }

  /** By the page's timers and clock, so that a test that moves these moves the expiry. */
  #expireLater(ms: number): void {
    if (ms > LONGEST_TIMER) return;
    const timer: unknown = setTimeout(() => {
      if (this.#expireIfDue()) this.#changed();
    }, ms);
    // No test's process waits for it.
    if (typeof timer === 'object' && timer !== null && 'unref' in timer)
      Reflect.apply(Object(timer.unref), timer, []);
  }

  /** A batch that is being sealed was signed in time. @returns whether that ended it now */
  #expireIfDue(): boolean {
    const isDue = Date.parse(this.#facts.expiresAt) <= Date.now();
    if (!isDue || this.#state.status !== 'ACTIVE' || this.#state.sealed !== undefined) return false;
    this.#state.end('EXPIRED');
    return true;
  }

  /** Takes the place of `fetch` for the element's `fetch`. What is not this service's goes to the real one. */
  readonly fetch: typeof globalThis.fetch = async (input, init) => {
    const request = new Request(input, init);
    if (!request.url.startsWith(`${this.baseUrl}/`)) return globalThis.fetch(request);
    request.signal.throwIfAborted();
    const answer = await this.handle(request);
    request.signal.throwIfAborted();
    if (answer.type === 'error') throw new TypeError('Failed to fetch');
    return answer;
  };

  /** The session as the service would answer it now. */
  get state(): SessionAnswer {
    this.#expireIfDue();
    const session = sessionAnswer(this.#facts, this.#state, this.#shown);
    this.#receipt ??= receiptOf(session, this.#facts);
    return this.#receipt === undefined ? session : { ...session, receipt: this.#receipt };
  }

  /** What `verifyReceipt` takes as `keys`: nobody else's receipts are signed by them. */
  get receiptKeys(): ReceiptKeySet {
    return receiptKeys();
  }

  /** Its documents as the service would list them now. */
  get documents(): readonly DocumentAnswer[] {
    return documentAnswers(this.#facts, this.#state, this.#shown);
  }

  get status(): SessionStatus {
    this.#expireIfDue();
    return this.#state.status;
  }

  /** The type of the step that is next; undefined once the session has ended, or while it is being completed. */
  get step(): StepType | undefined {
    return this.#state.current?.type;
  }

  /** What becomes of the session, as it was set or a refusal has left it. */
  get outcome(): Outcome {
    return this.#state.outcome;
  }

  /**
   * What becomes of the session from now on. Ends it, lets the next try fail, or all requests; `completed` undoes that.
   *
   * @throws RangeError where there is no such outcome, or no step of the session has it
   */
  setOutcome(outcome: Outcome): void {
    requireOutcome(outcome);
    const state = this.#state;
    requireSteps(outcome, state.steps, this.#facts);
    const waited = OUTCOMES[state.outcome].effect.kind === 'wait';
    state.outcome = outcome;
    if (outcome === 'expired') state.end('EXPIRED');
    if (outcome === 'declined') state.end('CANCELLED', { cancelledBy: 'signer' });
    if (outcome === 'cancelled') state.end('CANCELLED', { cancelledBy: 'integrator' });
    if (waited) state.goOn();
    state.answerFromProvider();
    this.#changed();
  }

  /**
   * Passes the current step, as if the signer had on another device, or the service's check had come to an end; or gives
   * the authorisation that is waited for, as if the signer had at their provider.
   */
  advance(): void {
    if (this.#state.cloud.isPending) this.#state.cloud.grant();
    else this.#state.pass();
    this.#changed();
  }

  /** Carries out an action of the signer, such as `{action: 'accept'}`, without a request. @returns why it is refused */
  act(body: ActionBody): string | undefined {
    const result = this.#perform(body);
    return typeof result === 'string' ? result : undefined;
  }

  /** Calls `changed` after every change. @returns what ends that */
  watch(changed: () => void): () => void {
    this.#watchers.add(changed);
    return () => void this.#watchers.delete(changed);
  }

  /**
   * Answers a request as the service would, whatever its origin: for servers and workers that stand before the network.
   *
   * @returns `Response.error()` with the outcome `network`: whoever takes requests breaks the connection then
   */
  async handle(request: Request): Promise<Response> {
    if (request.method === 'OPTIONS') return empty();
    this.#expireIfDue();
    const { pathname } = new URL(request.url);
    const route = routeOf(request.method, pathname, this.sessionId);
    const text = request.method === 'PUT' ? '' : await request.text();
    const body = readBody(text);
    this.requests.push({ route, body });
    const failure = faultOf(this.#state.outcome, body, route);
    if (failure !== undefined) return failure(pathname);
    if (route === 'GET document') return this.#downloaded(pathname);
    if (route === 'GET provider') return providerPage();
    if (route === 'GET keys') return json(this.receiptKeys);
    if (request.headers.get('Authorization') !== `Bearer ${this.clientSecret}`) {
      return problem('unauthorized', pathname);
    }
    const key = request.headers.get('X-Idempotency-Key') ?? '';
    return this.#kept.once({ key, text, pathname }, () => this.#answerTo(route, body, request));
  }

  #answerTo(route: string, body: ActionBody, { url, signal }: Request): Response {
    const path = new URL(url).pathname;
    if (this.status !== 'ACTIVE' && UNTIL_END.includes(route)) return problem('gone', path);
    switch (route) {
      case 'GET session':
        return json(this.state);
      case 'GET status':
        return json(statusAnswer(this.state));
      case 'GET documents':
        return json(documentsAnswer(this.state, this.documents));
      case 'GET events':
        return eventStream(
          () => this.#nextEvent(),
          changed => this.watch(changed),
          signal,
        );
      case 'POST cloud-providers':
        if (this.step !== 'DIGITAL_SIGN_A1') return problem('step-out-of-order', path);
        return json(foundProviders());
      case 'POST handover':
        return json(handoverLink(this.#facts));
      case 'PUT frame':
        return empty();
      case 'POST cancel':
        if (this.#state.sealed !== undefined) return problem('conflict', path);
        this.setOutcome('declined');
        return json(cancelledAnswer(this.#facts));
      case 'POST resend-otp':
        return this.#advance({ action: 'resend_otp', otpChannel: body['channel'] }, path);
      case 'POST advance':
        return this.#advance(body, path);
      default:
        return problem('not-found', path);
    }
  }

  #advance(body: ActionBody, path: string): Response {
    const result = this.#perform(body);
    return typeof result === 'string' ? problem(result, path) : json(result.answer(this.state));
  }

  #perform(body: ActionBody): ReturnType<typeof perform> {
    const result = perform(this.#state, body, { documents: this.#shown, facts: this.#facts });
    if (typeof result !== 'string') this.#changed();
    // After the action's answer, as from a provider's page.
    if (this.#state.cloud.isPending) queueReally(() => this.#answerFromProvider());
    return result;
  }

  #answerFromProvider(): void {
    if (this.#state.answerFromProvider()) this.#changed();
  }

  #nextEvent(): NextEvent {
    const { effect } = OUTCOMES[this.#state.outcome];
    const isLost = effect.kind === 'fault' && effect.of === 'all';
    return isLost ? undefined : { data: this.state, isLast: this.status !== 'ACTIVE' };
  }

  #downloaded(pathname: string): Response {
    const document = this.#shown.find(({ position }) => position === positionAt(pathname));
    if (document === undefined) return problem('not-found', pathname);
    if (this.#state.outcome !== 'document_hash_mismatch') return pdf(document.bytes);
    return pdf(Uint8Array.from([...document.bytes, 0x0a]));
  }

  get #shown(): readonly FakeDocument[] {
    return this.#state.outcome === 'document_unreadable' ? this.#documents.map(unreadable) : this.#documents;
  }

  #changed(): void {
    for (const watcher of this.#watchers) watcher();
  }
}

/** A signing session in memory. Give its `clientSecret`, `baseUrl` and `fetch` to the element. */
export function createFakeSession(options: FakeSessionOptions = {}): FakeSession {
  return new FakeSession(options);
}

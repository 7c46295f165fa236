/** Who carries out a sequence of moves: on the real service by what it offers, on the fake session by codes and outcomes. */
import { CERTIFICATE_SOURCES, type StepType } from '@sign-session/session-rules';
import { TRIGGER_CPFS } from '../../../../local/src/biometrics.ts';
import { createFakeSession, MAGIC_CODES, type FakeSession } from '../../../../testing/src/index.ts';
import type { Outcome } from '../../../../testing/src/outcomes.ts';
import { outlineJpeg } from '../../../../../test/support/small-jpeg.ts';
import { batchFile, batchOf, untilView } from '../batches.ts';
import { MARIA, type Holder, type HolderAuthority } from '../certificate-holders.ts';
import type { Answer, CreatedSession, TestService } from '../test-service.ts';
import { lookOfAnswer, lookOfDocuments, lookOfView, type AnswerLook, type SessionLook } from './looks.ts';
import type { HolderKind, Likeness, Move, Policy } from './moves.ts';

/** Keeps documents from being sealed. */
export class Gate {
  #opened: Promise<void> = Promise.resolve();
  open: () => void = () => undefined;

  close(): void {
    // For who waits since it was closed before.
    this.open();
    this.#opened = new Promise(resolve => (this.open = resolve));
  }

  passed(): Promise<void> {
    return this.#opened;
  }
}

/** What players share. */
export interface Stage {
  readonly service: TestService;
  readonly authority: HolderAuthority;
  readonly holders: Holders;
  readonly sealing: Gate;
}

export type Holders = Readonly<Record<HolderKind, Holder>>;

/** What is asked of a session's own routes. */
interface Ask {
  readonly path: '/advance' | '/resend-otp' | '/cancel';
  readonly json: Readonly<Record<string, unknown>>;
  readonly key: string;
}

/** The titles of a batch's documents. */
const titlesOf = (count: number): string[] =>
  Array.from({ length: count }, (_, index) => `Document ${index + 1}`);

const PHOTO = Buffer.from(outlineJpeg(640, 480)).toString('base64');
const GARBAGE = Buffer.alloc(64, 7).toString('base64');

/** Plays a sequence on a session, and remembers what a signer's page would. */
abstract class Player {
  /** Positions whose signature was prepared, as far as the answers said. */
  readonly prepared = new Set<number>();
  protected readonly policy: Policy;
  protected readonly holders: Holders;
  protected view: Answer['body'] = {};
  protected code: string | undefined;
  /** The newest code has expired. */
  protected isLate = false;
  #hashes: readonly string[] = [];
  #asked: Ask | undefined;
  /** The session as the newest answer had it. */
  #answered: Answer['body'];
  #last: Move = { kind: 'repeat' };
  #count = 0;
  readonly #attempts: { readonly livenessSessionId: string; readonly nonce: string }[] = [];
  readonly #requests = new Map<number, { readonly id: string; readonly dataToSign: string }>();

  constructor(policy: Policy, holders: Holders) {
    this.policy = policy;
    this.holders = holders;
  }

  async look(): Promise<SessionLook> {
    const answered = this.#answered;
    this.#answered = undefined;
    this.view = answered !== undefined && this.isSettled(answered) ? answered : await this.settledView();
    const documents = this.policy.documents === 1 ? [] : lookOfDocuments((await this.ask('/documents')).body);
    if (this.#hashes.length === 0)
      this.#hashes = documents.length === 0 ? [this.view.document.hash] : documents.map(({ hash }) => hash);
    return { ...lookOfView(this.view), documents };
  }

  /** Carries out a move. @returns what it was answered */
  async play(move: Move): Promise<AnswerLook> {
    if (move.kind === 'cancel' || move.kind === 'expire' || move.kind === 'seal') {
      await this[move.kind]();
      return lookOfAnswer(200, {});
    }
    if (move.kind === 'enter' && move.code === 'late' && this.view.otp !== undefined && !this.isLate) {
      await this.letCodeExpire();
      this.isLate = true;
    }
    await this.before(move);
    const asked = move.kind === 'repeat' ? this.#asked : this.#askOf(move);
    if (asked === undefined) return lookOfAnswer(200, {});
    this.#asked = asked;
    const { status, body } = await this.ask(asked.path, asked);
    if (move.kind !== 'repeat') this.#last = move;
    // A repeated request is answered as it was the first time.
    this.#answered = move.kind === 'repeat' ? undefined : body.session;
    this.#remember(this.#last, status, body);
    return lookOfAnswer(status, body);
  }

  protected abstract ask(path: string, ask?: Ask): Promise<Pick<Answer, 'status' | 'body'>>;
  /** Whether the service has done what it does by itself. */
  protected abstract isSettled(view: Answer['body']): boolean;
  /** The session as it is then. */
  protected abstract settledView(): Promise<Answer['body']>;
  /** The integrator ends it. */
  protected abstract cancel(): Promise<void>;
  protected abstract expire(): Promise<void>;
  /** The documents of a batch are sealed. */
  protected abstract seal(): Promise<void>;
  protected abstract letCodeExpire(): Promise<void>;
  /** Sees to it that the move has the outcome that it is meant to have. */
  protected abstract before(move: Move): Promise<void>;
  /** The code to enter. */
  protected abstract codeFor(entry: 'right' | 'wrong'): string;

  #remember(move: Move, status: number, body: Answer['body']): void {
    if (body.sandbox !== undefined || move.kind === 'send') this.isLate &&= status !== 200;
    this.code = body.sandbox?.otpCode ?? this.code;
    if (body.liveness !== undefined && body.livenessSessionId !== this.#attempts.at(-1)?.livenessSessionId)
      this.#attempts.push({ livenessSessionId: body.livenessSessionId, nonce: body.liveness.nonce });
    if (move.kind === 'prepare' && body.signatureRequestId !== undefined) {
      this.#requests.set(move.position ?? 1, { id: body.signatureRequestId, dataToSign: body.dataToSign });
      this.prepared.add(move.position ?? 1);
    } else if (move.kind === 'prepare' && move.holder !== 'revocation-unavailable') this.prepared.clear();
    if (move.kind === 'complete') this.prepared.delete(move.position ?? 1);
  }

  #askOf(move: Exclude<Move, { kind: 'repeat' | 'cancel' | 'expire' | 'seal' }>): Ask {
    this.#count += 1;
    const key = `key-${this.#count}`;
    if (move.kind === 'decline') return { path: '/cancel', json: {}, key };
    if (move.kind === 'send' && move.path === 'resend-otp')
      return { path: '/resend-otp', json: { channel: move.channel }, key };
    return { path: '/advance', json: this.#action(move), key };
  }

  #action(
    move: Exclude<Move, { kind: 'repeat' | 'cancel' | 'expire' | 'seal' | 'decline' }>,
  ): Record<string, unknown> {
    switch (move.kind) {
      case 'accept':
        return { action: 'accept', ...this.#acceptance(move.documents) };
      case 'acknowledge': {
        const version = this.view.disclosure?.version;
        const disclosureVersion = move.version === 'other' ? '1999-01' : (version ?? 'none');
        return { action: 'acknowledge_purpose', acknowledged: true, disclosureVersion };
      }
      case 'send':
        return { action: 'resend_otp', otpChannel: move.channel };
      case 'enter':
        return { action: 'verify_otp', otpCode: this.codeFor(move.code === 'wrong' ? 'wrong' : 'right') };
      case 'start-liveness':
        return { action: 'start_liveness', capabilities: { camera: false } };
      case 'complete-liveness':
        return this.#completion(move);
      case 'photo':
        return { action: 'submit_document_photo', documentImage: PHOTO, documentType: 'RG' };
      case 'prepare':
        return {
          action: 'prepare_signing',
          certificateChainPems: this.holders[move.holder].pems,
          documentPosition: move.position,
        };
      case 'complete':
        return this.#signature(move);
      case 'other':
        return { action: move.action };
    }
  }

  #acceptance(documents: 'right' | 'other' | 'unnamed'): Record<string, unknown> {
    if (documents === 'unnamed') return {};
    const hashes = documents === 'right' ? this.#hashes : this.#hashes.map(() => `sha256:${'0'.repeat(64)}`);
    if (hashes.length === 1) return { acceptedDocumentHash: hashes[0] };
    return { acceptedDocuments: hashes.map(documentHash => ({ documentHash })) };
  }

  #completion({ attempt, passes }: Extract<Move, { kind: 'complete-liveness' }>): Record<string, unknown> {
    const back = { newest: -1, former: -2, unknown: -Infinity }[attempt];
    const { livenessSessionId, nonce } = this.#attempts.at(back) ?? {
      livenessSessionId: 'liv_unknown',
      nonce: '0',
    };
    const liveness = { nonce: passes ? nonce : 'f'.repeat(32), frames: [] };
    return { action: 'complete_liveness', livenessSessionId, liveness };
  }

  #signature({ position, request, isRight }: Extract<Move, { kind: 'complete' }>): Record<string, unknown> {
    const prepared = request === 'newest' ? this.#requests.get(position ?? 1) : undefined;
    const data = Buffer.from(prepared?.dataToSign ?? '', 'base64');
    return {
      action: 'complete_signing',
      signatureRequestId: prepared?.id ?? 'sig_unknown',
      rawSignatureBase64: isRight && prepared !== undefined ? this.holders.right.sign(data) : GARBAGE,
      documentPosition: position,
    };
  }
}

const CHECKS: ReadonlySet<StepType> = new Set(['BIOMETRIC_MATCH', 'SERPRO_IDENTITY_CHECK']);

/** The step that an outcome is for; that of a certificate, if none is named. */
const STEP_OF_OUTCOME: Partial<Readonly<Record<Outcome, StepType>>> = {
  'liveness-failed': 'BIOMETRIC_LIVENESS',
  'photo-mismatch': 'DOCUMENT_PHOTO_MATCH',
};

const CPFS: Readonly<Record<Likeness, string>> = {
  same: MARIA.cpf,
  'other-face': TRIGGER_CPFS.faceMismatch,
  'other-identity': TRIGGER_CPFS.identityMismatch,
  'other-everywhere': TRIGGER_CPFS.documentPhotoMismatch,
  'base-away': TRIGGER_CPFS.identityUnavailable,
};

/** On the real service in local mode: by the codes of its inbox, test CPFs, certificates, faults and the clock. */
export class ServicePlayer extends Player {
  readonly #stage: Stage;
  readonly #service: TestService;
  readonly #session: CreatedSession;
  readonly #address: string;
  #holdsSealing: boolean;

  static async open(stage: Stage, policy: Policy, number: number): Promise<ServicePlayer> {
    const email = `signer-${number}@example.com`;
    const { profile, steps, choosesChannel, documents, likeness, breaks, holdsSealing } = policy;
    const session = await stage.service.create({
      policy: { profile, ...(profile === 'CUSTOM' && { customSteps: steps }) },
      signer: {
        name: 'Signer',
        cpf: CPFS[likeness],
        birthDate: '1985-03-17',
        email,
        phone: `+55119${String(number).padStart(8, '0')}`,
        otpChannelSelectable: choosesChannel,
      },
      ...(documents > 1 ? batchOf(titlesOf(documents)) : {}),
      expiresInMinutes: 60,
    });
    if (holdsSealing) stage.sealing.close();
    else stage.sealing.open();
    if (breaks) {
      const json = { sessionId: session.sessionId };
      await stage.service.call('/_local/broken-finalizations', { json });
    }
    return new ServicePlayer(stage, policy, session, email);
  }

  private constructor(stage: Stage, policy: Policy, session: CreatedSession, address: string) {
    super(policy, stage.holders);
    this.#stage = stage;
    this.#service = stage.service;
    this.#session = session;
    this.#address = address;
    this.#holdsSealing = policy.holdsSealing;
  }

  protected ask(path: string, ask?: Ask): Promise<Answer> {
    const { sessionId, clientSecret: as } = this.#session;
    const address = `/v1/signing-sessions/${sessionId}${path}`;
    return this.#service.call(address, { as, ...(ask && { json: ask.json, key: ask.key }) });
  }

  /** Batches are sealed, codes handed over and checks made after the answer. */
  protected isSettled({ status, batch, otp, steps }: Answer['body']): boolean {
    if (status !== 'ACTIVE') return true;
    const check = steps.find((step: { status: string }) => step.status !== 'COMPLETED');
    const isChecked = check?.status === 'STARTED' && check.type !== 'BIOMETRIC_LIVENESS';
    const waitsForEver = this.policy.likeness === 'base-away' && check?.type === 'SERPRO_IDENTITY_CHECK';
    const isSealed = batch?.sealed === undefined || this.#holdsSealing;
    return isSealed && otp?.delivery !== 'pending' && (!isChecked || waitsForEver);
  }

  protected settledView(): Promise<Answer['body']> {
    return untilView(this.#service, this.#session, view => this.isSettled(view));
  }

  protected async cancel(): Promise<void> {
    const { sessionId } = this.#session;
    const as = await this.#service.token();
    await this.#service.call(`/v1/signing-sessions/${sessionId}/cancel`, { as, json: {} });
  }

  protected async expire(): Promise<void> {
    this.#moveTo(this.#session.expiresAt);
  }

  protected async seal(): Promise<void> {
    this.#holdsSealing = false;
    this.#stage.sealing.open();
  }

  protected async letCodeExpire(): Promise<void> {
    this.#moveTo(this.view.otp.expiresAt);
  }

  protected async before(move: Move): Promise<void> {
    this.#stage.authority.hideList(move.kind === 'prepare' && move.holder === 'revocation-unavailable');
    const { otp } = this.view;
    if (move.kind === 'send' && otp !== undefined) this.#moveTo(otp.resendAvailableAt);
    // After a check the code was sent with no answer.
    if (move.kind === 'enter' && otp !== undefined && this.code === undefined)
      this.code = await this.#codeInInbox();
  }

  protected codeFor(entry: 'right' | 'wrong'): string {
    const { code = '123456' } = this;
    if (entry === 'right') return code;
    return code === '111111' ? '222222' : '111111';
  }

  async #codeInInbox(): Promise<string | undefined> {
    const sent = (await this.#service.messages()).filter(({ to }) => to === this.#address).at(-1);
    return /\b\d{6}\b/.exec(sent?.text ?? '')?.[0];
  }

  #moveTo(time: string): void {
    const { clock } = this.#service;
    clock.advance(Math.max(0, Date.parse(time) - clock.now().getTime()));
  }
}

/** On the fake session of the testing kit: by its magic codes and outcomes. */
export class FakePlayer extends Player {
  readonly #session: FakeSession;
  #holdsSealing: boolean;

  constructor(policy: Policy, holders: Holders) {
    super(policy, holders);
    this.#holdsSealing = policy.holdsSealing;
    const { steps, choosesChannel, documents } = policy;
    const files = titlesOf(documents).map(title => ({
      bytes: Uint8Array.from(batchFile(title)),
      pages: 1,
      title,
    }));
    this.#session = createFakeSession({
      steps,
      choosesChannel,
      certificateSources: CERTIFICATE_SOURCES,
      ...(documents > 1
        ? { documents: files }
        : { document: { bytes: Uint8Array.from(batchFile('Contrato')), pages: 1 } }),
    });
    this.#expect('completed');
  }

  protected async ask(path: string, ask?: Ask): Promise<Pick<Answer, 'status' | 'body'>> {
    const { baseUrl, sessionId, clientSecret } = this.#session;
    const headers = { Authorization: `Bearer ${clientSecret}`, ...(ask && { 'X-Idempotency-Key': ask.key }) };
    const init = ask === undefined ? {} : { method: 'POST', body: JSON.stringify(ask.json) };
    const answer = await this.#session.handle(
      new Request(`${baseUrl}/v1/signing-sessions/${sessionId}${path}`, { ...init, headers }),
    );
    return { status: answer.status, body: await answer.json() };
  }

  protected isSettled(): boolean {
    return true;
  }

  protected async settledView(): Promise<Answer['body']> {
    return (await this.ask('')).body;
  }

  protected async cancel(): Promise<void> {
    this.#session.setOutcome('cancelled');
  }

  protected async expire(): Promise<void> {
    this.#session.setOutcome('expired');
  }

  protected async seal(): Promise<void> {
    this.#holdsSealing = false;
    this.#session.setOutcome('completed');
  }

  protected async letCodeExpire(): Promise<void> {
    // By the code of each entry.
  }

  protected async before(move: Move): Promise<void> {
    this.#expect(this.#outcomeOf(move) ?? 'completed');
  }

  /** Undefined: the move passes, if it is one for the step. */
  #outcomeOf(move: Move): Outcome | undefined {
    if (move.kind === 'complete-liveness' && !move.passes) return 'liveness-failed';
    if (move.kind === 'photo' && this.policy.likeness === 'other-everywhere') return 'photo-mismatch';
    if (move.kind === 'prepare' && move.holder !== 'right') return move.holder;
    return move.kind === 'complete' && !move.isRight ? 'signature-invalid' : undefined;
  }

  protected codeFor(entry: 'right' | 'wrong'): string {
    return this.isLate ? MAGIC_CODES.expired : MAGIC_CODES[entry];
  }

  /** What the next try comes to, where the session has the step for it; or else the check behind it, or the end. */
  #expect(outcome: Outcome): void {
    const { steps, batch } = this.#session.state;
    // Another outcome would end it.
    if (batch?.sealed !== undefined) return;
    const concerned = STEP_OF_OUTCOME[outcome] ?? 'DIGITAL_SIGN_A1';
    const isPossible = outcome !== 'completed' && steps.some(({ type }) => type === concerned);
    this.#session.setOutcome(isPossible ? outcome : (this.#outcomeOfCheck() ?? this.#outcomeOfEnd()));
  }

  #outcomeOfEnd(): Outcome {
    if (this.policy.breaks) return 'failed';
    const hasChecks = this.#session.state.steps.some(
      ({ type, status }) => CHECKS.has(type) && status !== 'COMPLETED',
    );
    return this.#holdsSealing && !hasChecks ? 'waiting' : 'completed';
  }

  /** Of the first check that is left and doesn't pass. */
  #outcomeOfCheck(): Outcome | undefined {
    const { likeness, profile } = this.policy;
    const { steps } = this.#session.state;
    const isLeft = (type: StepType) => steps.some(step => step.type === type && step.status !== 'COMPLETED');
    if (likeness === 'same') return undefined;
    const hasOtherFace = likeness === 'other-face' || likeness === 'other-everywhere';
    if (hasOtherFace && isLeft('BIOMETRIC_MATCH')) return 'match-failed';
    if (likeness === 'other-face' || !isLeft('SERPRO_IDENTITY_CHECK')) return undefined;
    if (profile !== 'CUSTOM') return 'identity-unavailable';
    return likeness === 'base-away' ? 'waiting' : 'identity-mismatch';
  }
}

import { css, html, nothing, type ReactiveController, type TemplateResult } from 'lit';
import type { LaterTranslator } from '../../i18n/later-messages.ts';
import type { LaterKey } from '../../i18n/messages/message-keys.ts';
import { currentStep, type Envelope, type SessionView, waitsForSigner } from '../../session/view.ts';
import { controls } from '../../ui/controls.styles.ts';
import { define } from '../../ui/define.ts';
import { SlowController } from '../../ui/slow.ts';
import { lazyScreen, LazyScreenElement } from '../lazy-screen.ts';
import { screen } from '../screen.styles.ts';

const signerListStyles = css`
  .signers {
    border: 1px solid var(--line);
    border-radius: var(--radius-control);
    list-style: none;
    margin: 0;
    padding: 4px 12px;
  }

  .signers li {
    display: flex;
    flex-wrap: wrap;
    gap: 2px 12px;
    justify-content: space-between;
    padding: 8px 0;
  }

  .signers li + li {
    border-top: 1px solid var(--line);
  }

  .signers .name {
    font-weight: 600;
    overflow-wrap: anywhere;
  }
`;

const styles = css`
  progress {
    accent-color: var(--brand);
    height: 12px;
    width: 100%;
  }

  .actions [role='status']:not(:empty) {
    margin-bottom: 8px;
  }
`;

/** What the service checks, by the type of its step. */
const CHECKS: ReadonlyMap<string, LaterKey<'waiting'>> = new Map([
  ['BIOMETRIC_MATCH', 'check.face'],
  ['SERPRO_IDENTITY_CHECK', 'check.government'],
]);

/**
 * Who signed, when, and who has yet to.
 * @param signedAt when the signer did, in ms since the epoch; undefined: not yet
 */
function renderSigners(
  { signers = [], waitingForIndex, signerIndex: own }: Envelope,
  messages: LaterTranslator<'waiting'>,
  ownSignedAt?: number,
): TemplateResult | typeof nothing {
  if (signers.length === 0) return nothing;
  return html`<ol class="signers">
    ${signers.map(({ signerIndex: index, name, signedAt }) => {
      const isSelf = index === own;
      const at = (isSelf ? ownSignedAt : undefined) ?? Date.parse(signedAt ?? '');
      const isNext = index === waitingForIndex || ownSignedAt !== undefined;
      const state = Number.isNaN(at)
        ? messages.t(isNext ? 'signer.current' : 'signer.later')
        : messages.t('signer.signed', { date: messages.dateTime(at) });
      const shown = name ?? messages.t('signer.unnamed', { n: index });
      return html`<li class=${Number.isNaN(at) ? '' : 'signed'}>
        <span class="name">${isSelf ? messages.t('signer.you') : shown}</span>
        <span class="secondary-text">${state}</span>
      </li>`;
    })}
  </ol>`;
}

/** What the signer can see of the session while they wait. */
const seenOf = ({ envelope, batch, steps }: SessionView): string => JSON.stringify([envelope, batch, steps]);

/** What came of the signer's “check again”, where it changes nothing that they see. */
class CheckAnswer implements ReactiveController {
  readonly #host: LazyScreenElement<'waiting'>;
  /** The session as it was when they asked; undefined: it has been answered. */
  #asked: SessionView | undefined;
  #answered: SessionView | undefined;
  #isUnderWay = false;
  #text = '';

  constructor(host: LazyScreenElement<'waiting'>) {
    this.#host = host;
    host.addController(this);
  }

  /** Until the service says something of the session. */
  get text(): string {
    return this.#text;
  }

  /** They press. */
  asked(): void {
    const { snapshot, view } = this.#host;
    if (snapshot.pending !== undefined) return;
    this.#isUnderWay = false;
    this.#asked = navigator.onLine ? view : undefined;
    this.#answer(navigator.onLine ? '' : this.#host.translator.t('error.offline'));
    this.#host.requestUpdate();
  }

  hostUpdate(): void {
    const { snapshot, view, messages, translator } = this.#host;
    const asked = this.#asked;
    if (asked === undefined) {
      if (view !== this.#answered) this.#text = '';
    } else if (snapshot.pending === 'check') this.#isUnderWay = true;
    else if (this.#isUnderWay) {
      this.#asked = undefined;
      const same = messages.t(waitsForSigner(view) ? 'heading.person' : 'heading');
      const answered = seenOf(view) === seenOf(asked) ? same : '';
      this.#answer(view === asked ? translator.t('error.network') : answered);
    }
  }

  #answer(text: string): void {
    this.#text = text;
    this.#answered = this.#host.view;
  }
}

/**
 * Somebody else has to act. Another person may take days: the page may be closed, and the screen says how one is told.
 * The service takes seconds: there is nothing to do, and only after a while a way out. Continues by itself.
 */
class WaitingScreen extends LazyScreenElement<'waiting'> {
  static override readonly styles = [controls, screen, signerListStyles, styles];

  readonly #slow = new SlowController(this);
  readonly #answer = new CheckAnswer(this);

  private readonly handleCheck = () => {
    this.#answer.asked();
    this.dispatchIntent({ kind: 'reload' });
  };

  override willUpdate(): void {
    this.#slow.waiting(!waitsForSigner(this.view));
  }

  private get reason(): string {
    const { view, messages } = this;
    const { sealed: done, total: all } = view.batch ?? {};
    if (done !== undefined && all !== undefined) return messages.t('sealing', { done, all });
    return messages.t(this.check);
  }

  private get check(): LaterKey<'waiting'> {
    const { view } = this;
    const step = currentStep(view);
    return step === undefined ? `finishing.${view.purpose}` : (CHECKS.get(step.type) ?? 'check');
  }

  private renderActions(): TemplateResult {
    return html`<div class="actions">
      <p class="secondary-text" role="status">${this.#answer.text}</p>
      <button
        class="button secondary"
        type="button"
        aria-disabled=${String(this.busy)}
        @click=${this.handleCheck}
      >
        ${this.translator.t('action.reload')}
      </button>
      ${
        // After the last step there is nothing left to decline.
        currentStep(this.view) === undefined ? nothing : this.renderDecline()
      }
    </div>`;
  }

  /** How many have signed, and since when the signatures are asked for. */
  private renderProgress({
    completedSessions: done,
    totalSigners: all,
    createdAt,
  }: Envelope): TemplateResult {
    const { messages } = this;
    const sentAt = Date.parse(createdAt ?? '');
    const key = done === 0 ? 'signatures.none' : 'signatures';
    return html`<div class="intro">
      <p role="status">${done === undefined || all === undefined ? '' : messages.t(key, { done, all })}</p>
      ${
        Number.isNaN(sentAt)
          ? nothing
          : html`<p class="secondary-text">${messages.t('since', { date: messages.dateTime(sentAt) })}</p>`
      }
    </div>`;
  }

  private renderForPerson(): TemplateResult {
    const { messages, view } = this;
    const { envelope = {} } = view;
    const { email } = view.signer;
    return html`<div class="intro">
        <h2 tabindex="-1">${messages.t('heading.person')}</h2>
        <p class="secondary-text">${messages.t('person')}</p>
      </div>
      ${this.renderProgress(envelope)} ${renderSigners(envelope, messages)}
      <p>${envelope.invited && email ? messages.t('told', { email }) : messages.t('returnLater')}</p>
      ${this.renderActions()}`;
  }

  /** How many documents of a batch are sealed; else a sign of the wait. */
  private renderWait(): TemplateResult {
    const { sealed: done, total: all } = this.view.batch ?? {};
    if (done === undefined || all === undefined) return html`<span class="spinner"></span>`;
    return html`<progress max=${all} value=${done} aria-label=${this.reason}></progress>`;
  }

  private renderForService(): TemplateResult {
    const { messages } = this;
    const { slow } = this.#slow;
    return html`<div class="intro">
        <h2 tabindex="-1">${messages.t('heading')}</h2>
        <p class="secondary-text">${this.reason}</p>
      </div>
      ${this.renderWait()}
      <p role="status">${slow ? messages.t('slow') : ''}</p>
      ${slow ? this.renderActions() : nothing}`;
  }

  override render(): TemplateResult {
    return waitsForSigner(this.view) ? this.renderForPerson() : this.renderForService();
  }
}

/** The list for who has signed, and when the document with everybody's signature will be there. */
class SignerList extends LazyScreenElement<'waiting'> {
  static override readonly styles = [
    controls,
    signerListStyles,
    css`
      :host {
        display: grid;
        gap: 12px;
      }
    `,
  ];

  override render(): TemplateResult {
    const { view, messages } = this;
    const { envelope = {}, completedAt } = view;
    return html`${hasOthersLeft(envelope) ? html`<p>${messages.t('final')}</p>` : nothing}
    ${renderSigners(envelope, messages, completedAt ?? Date.now())}`;
  }
}

function hasOthersLeft({ signers = [], signerIndex: own }: Envelope): boolean {
  return signers.some(({ signerIndex, signedAt }) => signerIndex !== own && signedAt === undefined);
}

define('sign-session-signer-list', SignerList);
define('sign-session-waiting', WaitingScreen);

declare global {
  interface HTMLElementTagNameMap {
    'sign-session-signer-list': SignerList;
    'sign-session-waiting': WaitingScreen;
  }
}

/** Others are at work, or have yet to sign what this signer has. */
export const waitingScreen = lazyScreen('waiting', (common, { view }) =>
  view.status === 'ACTIVE'
    ? html`<sign-session-waiting ${common}></sign-session-waiting>`
    : html`<sign-session-signer-list ${common}></sign-session-signer-list>`,
);

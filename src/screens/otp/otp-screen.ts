import { html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { property, state } from 'lit/decorators.js';
import { keyed } from 'lit/directives/keyed.js';
import type { LaterTranslator } from '../../i18n/later-messages.ts';
import type { LaterKey } from '../../i18n/messages/message-keys.ts';
import type { ActionError } from '../../session/errors.ts';
import type { PendingAction } from '../../session/intents.ts';
import type { SentCode, SessionView, Step } from '../../session/view.ts';
import { controls } from '../../ui/controls.styles.ts';
import { clockTime, Countdown } from '../../ui/countdown.ts';
import { define } from '../../ui/define.ts';
import { SlowController } from '../../ui/slow.ts';
import { LazyScreenElement, lazyStepScreen } from '../lazy-screen.ts';
import { screen } from '../screen.styles.ts';
import { CODE_LENGTH, CODE_SLOT, CodeField, codeIn, receiveCode } from './code-field.ts';
import { styles } from './otp-screen.styles.ts';

interface ResendLinks {
  readonly messages: LaterTranslator<'otp'>;
  readonly view: SessionView;
  readonly pending: PendingAction | undefined;
  /** Until another code can be requested. */
  readonly seconds: number;
  /** Is another code the screen's primary action? */
  readonly isInBar: boolean;
  readonly resend: (channel: string | undefined) => void;
}

/** Another code, by the same channel or another one; or how long to wait for it. */
function resendLinks({ messages, view, pending, seconds, isInBar, resend }: ResendLinks): TemplateResult {
  if (seconds > 0) {
    const wait = messages.t('resend.wait', { time: clockTime(seconds) });
    return isInBar ? html`` : html`<p class="resend"><span class="wait" role="timer">${wait}</span></p>`;
  }
  const link = (text: string, channel: string | undefined) =>
    html`<button
      class="link"
      type="button"
      aria-disabled=${String(pending !== undefined)}
      @click=${() => resend(channel)}
    >
      ${text}
    </button>`;
  const { choosesChannel, channels } = view.signer;
  const others = choosesChannel ? channels.filter(channel => channel !== view.code?.channel) : [];
  const again = messages.t(pending === 'sendCode' ? 'resend.sending' : 'resend.again');
  return html`<p class="resend">
    ${isInBar ? nothing : link(again, undefined)}
    ${others.map(channel =>
      channel === 'email' || channel === 'sms' ? link(messages.t(`resend.${channel}`), channel) : nothing,
    )}
  </p>`;
}

/** The service's error about the last entry; empty if there is none. */
function stepErrorText(
  { error }: Step,
  { code }: SessionView,
  { t, plural }: LaterTranslator<'otp'>,
): string {
  switch (error) {
    case 'wrong-code':
      return code?.attemptsLeft === undefined
        ? t('error.wrong')
        : plural('error.wrongLeft', code.attemptsLeft);
    case 'code-expired':
      return t('error.expired');
    case 'code-exhausted':
      return t('error.dead');
    case 'rate-limit':
    case 'not-sent':
      return t('error.unsent');
    case undefined:
      return '';
    default:
      return t('error.wrong');
  }
}

/** Why the last action had no effect. Without a connection every screen says the same. */
function otpProblemText(
  { action, reason, retryAt }: ActionError,
  { t, time }: LaterTranslator<'otp'>,
): string {
  if (reason === 'offline') return '';
  if (reason === 'unknown' && action === 'sendCode') return t('problem.sendUnknown');
  // For a short wait no time of day is shown: it would be over before it is read.
  return reason === 'tooMany' && retryAt !== undefined && retryAt - Date.now() > 60_000
    ? t('problem.tooManyUntil', { time: time(retryAt) })
    : t(`problem.${reason}`);
}

/** The step's errors after which no entry of the same code succeeds. */
const USELESS: ReadonlySet<string> = new Set(['code-exhausted', 'code-expired']);

/**
 * Can no entry succeed any more, because the code is blocked, has expired or did not arrive?
 *
 * @param secondsLeft until it expires.
 */
function isCodeUseless(code: SentCode | undefined, step: Step, secondsLeft: number): boolean {
  const hasExpired = code?.expiresAt !== undefined && secondsLeft === 0;
  return hasExpired || isUndelivered(code, step) || USELESS.has(step.error ?? '');
}

/** Did sending the newest code fail? Some services report it on the code, some only on the step. */
function isUndelivered(code: SentCode | undefined, { error }: Step): boolean {
  return code?.delivery === 'failed' || error === 'not-sent';
}

/** Says where the newest code was sent, is being sent, or could not be sent, as far as the service knows. */
function codeDestination(
  code: SentCode | undefined,
  step: Step,
  messages: LaterTranslator<'otp'>,
): TemplateResult {
  const undelivered = isUndelivered(code, step);
  const stage = undelivered ? 'undelivered' : code?.delivery === 'pending' ? 'sending' : 'enter';
  const { channel, destination } = code ?? {};
  const known = destination && (channel === 'email' || channel === 'sms') ? channel : 'other';
  const key: LaterKey<'otp'> = `${stage}.${known}`;
  const [before, after = ''] = messages.t(key).split('{destination}');
  const sentence = html`${before}<span class="destination">${known === 'other' ? '' : destination}</span
    >${after}`;
  // Only a failure is announced; the destination can be read.
  return html`<div>
    ${undelivered ? nothing : html`<p class="secondary-text">${sentence}</p>`}
    <div role="alert">
      ${undelivered ? html`<p class="error-text">${sentence} ${messages.t('undelivered.next')}</p>` : nothing}
    </div>
  </div>`;
}

/** No code has been sent yet: the signer chooses a channel, or requests a code that the service could not send. */
class OtpChannelScreen extends LazyScreenElement<'otp'> {
  static override readonly styles = [controls, screen];

  @property({ attribute: false }) step!: Step;

  private send(channel: string | undefined): void {
    if (!this.busy) this.dispatchIntent({ kind: 'sendCode', channel });
  }

  /** The channel's name, with the masked address. */
  private channelText(channel: string): string {
    const { messages, view } = this;
    const { email, phone } = view.signer;
    if (channel === 'email') return [messages.t('choose.email'), email].filter(Boolean).join(': ');
    if (channel === 'sms') return [messages.t('choose.sms'), phone].filter(Boolean).join(': ');
    return `${messages.t('choose.other')} (${channel})`;
  }

  private get warnsOfSms(): boolean {
    const { choosesChannel, channels } = this.view.signer;
    return choosesChannel && channels.includes('sms');
  }

  private renderButton(text: string, channel: string | undefined, look: string): TemplateResult {
    return html`<button
      class="button ${look}"
      type="button"
      aria-disabled=${String(this.busy)}
      @click=${() => this.send(channel)}
    >
      ${text}
    </button>`;
  }

  private renderChoice(): TemplateResult {
    const { messages, view, snapshot } = this;
    const { choosesChannel, channels } = view.signer;
    if (snapshot.pending === 'sendCode') {
      return html`<p class="secondary-text">
        <span class="spinner"></span> ${messages.t('choose.sending')}
      </p>`;
    }
    if (!choosesChannel || channels.length === 0) {
      return this.renderButton(messages.t('choose.send'), undefined, 'primary');
    }
    // Email first: it is harder to intercept.
    const sorted = channels.toSorted((one, other) => Number(other === 'email') - Number(one === 'email'));
    return html`${sorted.map((channel, index) =>
      this.renderButton(this.channelText(channel), channel, index === 0 ? 'primary' : 'secondary'),
    )}`;
  }

  override render() {
    const { messages, view } = this;
    const heading = view.signer.choosesChannel ? 'choose.heading' : 'choose.send';
    return html`<div class="intro">
        <h2 tabindex="-1">${messages.t(heading)}</h2>
        <p class="secondary-text">${messages.t('choose.text')}</p>
        ${this.warnsOfSms ? html`<p class="secondary-text">${messages.t('choose.smsWeaker')}</p>` : nothing}
      </div>
      <p class="error-text" role="alert">${stepErrorText(this.step, view, messages)}</p>
      <div class="actions">
        ${this.renderError((_, error) => otpProblemText(error, messages))} ${this.renderChoice()}
        ${this.renderDecline()}
      </div>`;
  }
}

define('sign-session-otp-channel', OtpChannelScreen);

declare global {
  interface HTMLElementTagNameMap {
    'sign-session-otp-channel': OtpChannelScreen;
  }
}

/** What the live region announces besides errors. */
type News = 'resend.ready' | 'resend.sent';

/**
 * The screen with the field for the code that the service sent. What is typed is kept until the screen is removed, also
 * when requests fail.
 */
class OtpScreen extends LazyScreenElement<'otp'> {
  static override readonly styles = [controls, screen, styles];

  readonly #slow = new SlowController(this);
  readonly #resendAt = new Countdown(this, () => {
    this.news = 'resend.ready';
  });
  readonly #expiresAt = new Countdown(this, () => undefined);
  readonly #field = new CodeField(this, {
    changed: (code, filledIn) => this.handleChange(code, filledIn),
    entered: () => this.submit(),
  });
  #receiving: AbortController | undefined;
  #sentTo = '';

  /** The number of digits when an incomplete code was submitted; undefined otherwise. */
  @state() private length: number | undefined;
  /** The service rejected the last entry. Before an entry here, as after a reload, an old rejection is not shown. */
  @state() private refused = false;
  /** The signer has changed the code since it was rejected: its error is about another one. */
  @state() private corrected = false;
  /** The last code that was submitted. */
  #submitted = '';
  /** Of the request whose answer is not known yet: what shows in a later view that it was carried out. */
  #unanswered:
    { readonly attempts: number | undefined } | { readonly expiresAt: number | undefined } | undefined;
  /** The last code that was rejected: pressing again must not cost another attempt. */
  #rejected = '';
  @state() private news: News | undefined;

  /** The public element, which the field is added to. */
  @property({ attribute: false }) page!: HTMLElement;
  @property({ attribute: false }) step!: Step;

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#receiving?.abort();
    this.#sentTo = '';
  }

  override willUpdate(changed: PropertyValues<this>): void {
    const { pending, error } = this.snapshot;
    const before = changed.get('snapshot')?.pending;
    this.#slow.waiting(pending === 'verifyCode');
    const done = pending === undefined ? this.#outcome(before) : undefined;
    // Else the service has said that nothing was done, or it is still unknown.
    if (done !== undefined || (error !== undefined && error.reason !== 'unknown'))
      this.#unanswered = undefined;
    if (done !== undefined) {
      this.refused = done === 'verifyCode';
      if (this.refused) this.#rejected = this.#submitted;
      if (done === 'sendCode') {
        this.news = 'resend.sent';
        // The old code would fill the field, which takes no more digits.
        this.#field.code = this.#rejected = '';
      }
    }
    if (before !== undefined && pending === undefined) this.corrected = false;
    const { code, clockOffset } = this.view;
    // The announcement that a code was sent is no longer true.
    if (this.news === 'resend.sent' && isUndelivered(code, this.step)) this.news = undefined;
    this.#resendAt.to((code?.resendAt ?? 0) - clockOffset);
    this.#expiresAt.to((code?.expiresAt ?? Number.POSITIVE_INFINITY) - clockOffset);
    this.#field.place(this.page, {
      label: this.messages.t('enter.label'),
      description: this.errorText || this.messages.t('enter.hint'),
      invalid: this.errorText !== '',
    });
  }

  override updated(changed: PropertyValues<this>): void {
    void this.receive();
    const before = this.snapshot.pending === undefined ? changed.get('snapshot')?.pending : undefined;
    if (!this.isConnected || this.isBehindOverlay) return;
    if (before === 'verifyCode') this.#field.select();
    else if (before === 'sendCode' && this.snapshot.error === undefined) this.#field.focus();
  }

  /** The action that has been carried out, by its answer, or by what a later view shows of one whose answer was lost. */
  #outcome(before: PendingAction | undefined): 'verifyCode' | 'sendCode' | undefined {
    const isAnswered = this.snapshot.error === undefined;
    if (isAnswered && (before === 'verifyCode' || before === 'sendCode')) return before;
    if (this.#unanswered === undefined) return undefined;
    if ('attempts' in this.#unanswered)
      return this.#unanswered.attempts === this.step.attempts ? undefined : 'verifyCode';
    return this.#unanswered.expiresAt === this.view.code?.expiresAt ? undefined : 'sendCode';
  }

  /** The phone's keyboard appears, and the code can be pasted at once. */
  override focusFirst(): string {
    this.#field.focus();
    return this.headingText;
  }

  /** Asks the browser for a code sent by SMS, once for each code. */
  private async receive(): Promise<void> {
    const { code } = this.view;
    const sent = `${code?.channel} ${code?.expiresAt}`;
    if (code?.channel !== 'sms' || sent === this.#sentTo || !this.isConnected) return;
    this.#sentTo = sent;
    this.#receiving?.abort();
    const { signal } = (this.#receiving = new AbortController());
    const received = await receiveCode(signal);
    if (received === undefined || signal.aborted) return;
    this.#field.code = codeIn(received) ?? '';
    this.handleChange(this.#field.code, true);
  }

  /**
   * A code that was pasted or filled in is submitted by itself, each only once. What was typed waits for the button: the
   * last digit may be a slip, and each entry costs an attempt.
   */
  private handleChange(code: string, filledIn: boolean): void {
    this.length = undefined;
    this.corrected = true;
    if (filledIn && code.length === CODE_LENGTH && code !== this.#submitted) this.submit();
  }

  private readonly handleSubmit = (event: SubmitEvent) => {
    event.preventDefault();
    this.submit();
  };

  private submit(): void {
    if (this.busy) return;
    if (this.needsNewCode) {
      this.resend(undefined);
      return;
    }
    const { code } = this.#field;
    this.news = undefined;
    this.length = code.length === CODE_LENGTH ? undefined : code.length;
    if (this.length !== undefined) this.#field.focus();
    else if (code === this.#rejected) {
      this.corrected = false;
      this.#field.select();
    } else {
      this.refused = false;
      this.#submitted = code;
      this.#unanswered = { attempts: this.step.attempts };
      this.dispatchIntent({ kind: 'verifyCode', code });
    }
  }

  private resend(channel: string | undefined): void {
    if (this.busy || this.#resendAt.seconds > 0) return;
    this.news = undefined;
    this.length = undefined;
    this.#submitted = this.#rejected = '';
    this.#unanswered = { expiresAt: this.view.code?.expiresAt };
    this.dispatchIntent({ kind: 'sendCode', channel });
  }

  private get needsNewCode(): boolean {
    return isCodeUseless(this.view.code, this.step, this.#expiresAt.seconds);
  }

  /** What is wrong with the code in the field. */
  private get errorText(): string {
    const { messages, length, step, view } = this;
    if (length !== undefined) {
      return length === 0 ? messages.t('error.missing') : messages.t('error.length', { n: length });
    }
    // A code that was not sent is reported above the field: the entry was not wrong.
    if (this.snapshot.pending === 'verifyCode' || step.error === 'not-sent') return '';
    if (view.code?.expiresAt !== undefined && this.#expiresAt.seconds === 0)
      return messages.t('error.expired');
    if (this.corrected && !this.needsNewCode) return '';
    if (!this.refused && !this.needsNewCode && step.error !== 'rate-limit') return '';
    return stepErrorText(step, view, messages) || (this.refused ? messages.t('error.wrong') : '');
  }

  private renderIntro(): TemplateResult {
    const { messages, view, snapshot } = this;
    return html`<div class="intro">
        <h2 tabindex="-1">${messages.t('enter.heading')}</h2>
        ${codeDestination(view.code, this.step, messages)}
      </div>
      ${
        snapshot.sandboxCode === undefined
          ? nothing
          : html`<p class="notice plain">${messages.t('enter.sandbox', { code: snapshot.sandboxCode })}</p>`
      }`;
  }

  private renderField(): TemplateResult {
    const { messages, errorText } = this;
    return html`<div>
      <span class="label" aria-hidden="true" @click=${() => this.#field.focus()}>
        ${messages.t('enter.label')}
      </span>
      <div class="field code ${errorText ? 'invalid' : ''}" @click=${() => this.#field.focus()}>
        <slot name=${CODE_SLOT}></slot>
      </div>
      ${
        // Announces the error of each entry, also when its text is the same.
        keyed(this.step.attempts, html`<p class="error-text" role="alert">${errorText}</p>`)
      }
    </div>`;
  }

  private renderResend(): TemplateResult {
    const { messages, view, snapshot, needsNewCode } = this;
    return resendLinks({
      messages,
      view,
      pending: snapshot.pending,
      seconds: this.#resendAt.seconds,
      isInBar: needsNewCode,
      resend: channel => this.resend(channel),
    });
  }

  private renderConfirm(): TemplateResult {
    const { messages } = this;
    if (this.needsNewCode) {
      const { seconds } = this.#resendAt;
      const text =
        seconds > 0 ? messages.t('resend.wait', { time: clockTime(seconds) }) : messages.t('resend.again');
      return this.renderSubmit('sendCode', text, messages.t('resend.sending'), undefined, seconds > 0);
    }
    return html`${this.renderSubmit('verifyCode', messages.t('enter.submit'), messages.t('enter.submitting'))}
      <p class="secondary-text slow" role="status">
        ${this.#slow.slow ? messages.t('enter.slow') : nothing}
      </p>`;
  }

  override render() {
    const { messages, news } = this;
    return html`${this.renderIntro()}
      <form novalidate @submit=${this.handleSubmit}>
        ${this.renderField()} ${this.renderResend()}
        <p class="secondary-text news" role="status">${news === undefined ? nothing : messages.t(news)}</p>
        <div class="actions">
          ${this.renderError((_, error) => otpProblemText(error, messages))} ${this.renderConfirm()}
          ${this.renderDecline()}
        </div>
      </form>`;
  }
}

define('sign-session-otp', OtpScreen);

declare global {
  interface HTMLElementTagNameMap {
    'sign-session-otp': OtpScreen;
  }
}

/** Sending and entering a one-time code. */
export const otpScreen = lazyStepScreen('otp', (common, { step, element }) =>
  step.type === 'OTP_CHALLENGE'
    ? html`<sign-session-otp-channel ${common} .step=${step}></sign-session-otp-channel>`
    : html`<sign-session-otp ${common} .step=${step} .page=${element}
        ><slot name=${CODE_SLOT} slot=${CODE_SLOT}></slot
      ></sign-session-otp>`,
);

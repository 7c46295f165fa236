import { readCertificate } from '@sign-session/certificates';
import {
  css,
  html,
  nothing,
  type PropertyValues,
  type ReactiveControllerHost,
  type TemplateResult,
} from 'lit';
import { state } from 'lit/decorators.js';
import { fromBase64 } from '../../certificate/base64.ts';
import { suitabilityOf } from '../../certificate/suitability.ts';
import type { LaterKey } from '../../i18n/messages/message-keys.ts';
import { type AnsweredPreparation, prepareSigning } from '../../session/certificate-signing.ts';
import { authorizing, cancelling, cloudSigning, findingProviders } from '../../session/cloud-signing.ts';
import type { StepWork } from '../../session/intents.ts';
import type { CloudCertificates, SessionView } from '../../session/view.ts';
import { define } from '../../ui/define.ts';
import { icon } from '../../ui/icon.ts';
import type { LazyScreenElement } from '../lazy-screen.ts';
import type { ManyDocuments } from '../many-documents.ts';
import { OwnRequest } from '../own-request.ts';
import { choiceGroup } from './certificate-facts.ts';
import { CertificatePart } from './certificate-part.ts';
import { styles } from './certificate-screen.styles.ts';
import { checkedPreparation, earlyPressKey, Refusal, unlessRefused } from './certificate-signer.ts';

const cloudStyles = css`
  .waiting {
    align-items: center;
    display: flex;
    gap: 8px;
  }

  /* A wide window shows all of them, a low one has no room for it. */
  @media (width >= 40rem), (height <= 30rem) {
    .search {
      display: none;
    }
  }

  /* Takes no gap. */
  [role='status']:empty {
    position: absolute;
  }
`;

/** So many providers are searched on a phone. */
const MANY_PROVIDERS = 6;

/** How often the page looks whether the provider's window is still open, ms. */
const WINDOW_CHECK_MS = 500;

/** How long the provider's page may take to take this one's place, ms. */
const LEAVING_MS = 4_000;

/** Failures that the same certificate would meet again. */
const NEEDS_ANOTHER: readonly unknown[] = ['too-many-documents', 'not-supported'];

/**
 * As with every certificate: it is the signer's, and what it is to sign is the document that they see.
 *
 * @throws Refusal with what is wrong, PreparationError
 */
async function checkInCloud(
  { preparation, chainPems }: AnsweredPreparation,
  shown: Uint8Array<ArrayBuffer>,
  { clockOffset, signer }: SessionView,
): Promise<true> {
  const [certificate, ...issuers] = chainPems.map(pem =>
    readCertificate(fromBase64(pem.replaceAll(/-----[^-]+-----|\s/g, ''))),
  );
  if (certificate === undefined) throw new Refusal('unsafe.unchecked');
  const [problem] = suitabilityOf([certificate, ...issuers], signer, Date.now() + clockOffset).problems;
  if (problem !== undefined) throw new Refusal(`problem.${problem}`);
  await checkedPreparation(preparation, certificate, shown);
  return true;
}

const ERRORS = [
  'denied',
  'timed-out',
  'expired',
  'wrong-holder',
  'provider-unavailable',
  'too-many',
  'too-many-documents',
  'not-supported',
] as const;

/** The message of a failed authorisation. Unknown errors have one too. */
function cloudErrorKey(error: string | undefined): LaterKey<'certificate'> {
  return `cloud.${ERRORS.find(known => known === error) ?? 'invalid-answer'}`;
}

type Messages = LazyScreenElement<'certificate'>['messages'];

/** Which provider keeps the signer's certificate. */
class ProviderChoice {
  readonly #host: Pick<ReactiveControllerHost, 'requestUpdate'>;
  /** Undefined: nobody was asked yet. */
  #found: readonly string[] | undefined;
  #showsAll = false;
  #chosen: string | undefined;
  #wanted = '';

  constructor(host: Pick<ReactiveControllerHost, 'requestUpdate'>) {
    this.#host = host;
  }

  get isAsked(): boolean {
    return this.#found !== undefined;
  }

  /** @param found the ids of those where there may be a certificate */
  tell(found: readonly string[]): void {
    this.#found = found;
    this.#host.requestUpdate();
  }

  /** The id of the chosen one; else of the one before, which failed; else of the first. What is not seen is not chosen. */
  chosenOf(cloud: CloudCertificates | undefined): string | undefined {
    const ids = this.#named(cloud).map(({ providerId }) => providerId);
    const wanted = [this.#chosen, cloud?.authorization?.providerId];
    return wanted.find(id => id !== undefined && ids.includes(id)) ?? ids[0];
  }

  /** Those that the signer searched for. */
  #named(cloud: CloudCertificates | undefined) {
    return this.#offered(cloud).filter(({ name }) => name.toLowerCase().includes(this.#wanted));
  }

  /** Only those where there is a certificate; all, where nobody could say so. */
  #offered({ providers }: CloudCertificates = { providers: [] }) {
    const known = providers.filter(({ providerId }) => this.#found?.includes(providerId));
    return known.length === 0 || this.#showsAll ? providers : known;
  }

  render(cloud: CloudCertificates | undefined, messages: Messages, isSearching: boolean): TemplateResult {
    if (!this.isAsked && isSearching) {
      return html`<p class="secondary-text" role="status">
        <span class="spinner"></span> ${messages.t('cloud.searching')}
      </p>`;
    }
    const offered = this.#offered(cloud);
    const named = this.#named(cloud);
    const options = named.map(({ providerId, name }) => ({
      label: name,
      chosen: providerId === this.chosenOf(cloud),
      choose: () => {
        this.#chosen = providerId;
        this.#host.requestUpdate();
      },
    }));
    const more = html`<button class="link" type="button" @click=${this.#showAll}>
      ${messages.t('cloud.all')}
    </button>`;
    const hasMore = offered.length < (cloud?.providers.length ?? 0);
    const search = html`<div class="search">
      <label class="label" for="search">${messages.t('cloud.search')}</label>
      <input class="field" id="search" type="search" autocomplete="off" @input=${this.#search} />
    </div>`;
    return html`${offered.length > MANY_PROVIDERS ? search : nothing}
      ${choiceGroup(messages.t('cloud.providers'), 'provider', options)}
      <p class="secondary-text" role="status">${named.length === 0 ? messages.t('cloud.noneFound') : ''}</p>
      ${hasMore ? more : nothing}`;
  }

  readonly #search = ({ target }: Event) => {
    this.#wanted = target instanceof HTMLInputElement ? target.value.trim().toLowerCase() : '';
    this.#host.requestUpdate();
  };

  readonly #showAll = () => {
    this.#showsAll = true;
    this.#host.requestUpdate();
  };
}

/** Phones: an app answers there, and browsers may close a window while it does. */
const PHONE = '(pointer: coarse) and (max-width: 40rem), (pointer: coarse) and (max-height: 30rem)';

/** Whether this page can go to the provider's and come back: on a phone, and not within a frame. */
function goesThere(): boolean {
  return matchMedia(PHONE).matches && globalThis.top === globalThis.self;
}

/** A page's address without what opens a session. Its fragment may be the address of a router. */
export function addressToReturnTo(address = location.href): string {
  const url = new URL(address);
  for (const name of ['cs', 'h']) url.searchParams.delete(name);
  if (/ss_secret_|\b(?:cs|h)=/.test(url.hash)) url.hash = '';
  return url.href;
}

/** A window for the provider's page, opened by the signer's press, before its address is known. */
class ProviderWindow {
  #window: Window | null = null;

  /** A page of the provider that severs the two windows makes an open one look closed. */
  get looksOpen(): boolean {
    return this.#window?.closed === false;
  }

  open(): void {
    this.close();
    this.#window = globalThis.open('', '_blank', 'popup,width=480,height=720');
    // The provider's page must not lead this one away.
    if (this.#window !== null) this.#window.opener = null;
  }

  /** @returns false where there is no window, so that the signer has to open one */
  show(address: string): boolean {
    if (this.#window === null || !this.looksOpen) return false;
    this.#window.location.replace(address);
    return true;
  }

  close(): void {
    this.#window?.close();
    this.#window = null;
  }
}

/** The certificate screen, which knows what is signed. */
export interface CloudScreen extends LazyScreenElement<'certificate'> {
  readonly batch: ManyDocuments | undefined;
  /** Why nothing was signed; undefined: nothing went wrong. */
  renderReason(key: LaterKey<'certificate'> | undefined): TemplateResult;
  /** The way to another certificate; undefined where there is one way only. */
  renderElsewhere(): TemplateResult | undefined;
}

/**
 * Signing by a certificate that a provider keeps: choosing the provider, authorising on its page, signing. What the
 * signer sees follows from the session's `cloud.authorization`, also after coming back or reloading.
 */
class CloudCertificate extends CertificatePart {
  declare screen: CloudScreen;

  static override readonly styles = [...super.styles, styles, cloudStyles];

  readonly #window = new ProviderWindow();
  readonly #choice = new ProviderChoice(this);
  readonly #search = new OwnRequest('cloudCertificate');

  /** The provider's page, where the browser did not let it open. It works once. */
  @state() private address: string | undefined;
  /** Why nothing was signed, as found here. */
  @state() private refusal: LaterKey<'certificate'> | undefined;
  /** The signer wanted to sign before there was a document. */
  #hurried = false;
  /** Was the authorisation used, so that only the signer's press uses it again? */
  #isUsed = false;

  /** May the signer have closed the provider's page? */
  @state() private mayBeClosed = false;
  /** When the provider's page began to take this one's place: this one is seen again after Back. */
  #leftAt = 0;
  #timer: ReturnType<typeof setInterval> | undefined;

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    clearInterval(this.#timer);
    this.#timer = undefined;
    this.#window.close();
  }

  override willUpdate(changed: PropertyValues<this>): void {
    super.willUpdate(changed);
    const isPending = this.#authorization?.status === 'pending';
    if (isPending === (this.#timer !== undefined)) return;
    clearInterval(this.#timer);
    this.#timer = isPending ? setInterval(this.#lookAtWindow, WINDOW_CHECK_MS) : undefined;
    this.mayBeClosed = isPending && this.#isWindowGone;
    // Not before: between the press and the service's answer the window waits for its address. Nor between two visits.
    if (!isPending && !this.#isIdentified) this.#window.close();
  }

  /** A window that was closed, or one that this page never had, as after coming back from the provider. */
  get #isWindowGone(): boolean {
    return !this.#window.looksOpen && this.address === undefined && Date.now() > this.#leftAt + LEAVING_MS;
  }

  /** What became of the authorisation the service knows; a window that looks closed may be open. */
  readonly #lookAtWindow = () => {
    if (this.#authorization?.status !== 'pending' || this.busy) return;
    if (this.mayBeClosed === this.#isWindowGone) return;
    this.mayBeClosed = !this.mayBeClosed;
    if (this.mayBeClosed) this.dispatchIntent({ kind: 'reload' });
  };

  override updated(changed: PropertyValues<this>): void {
    super.updated(changed);
    const { status } = this.#authorization ?? {};
    const { error } = this.snapshot;
    if (error !== undefined) this.#window.close();
    if (status !== 'authorized' && !this.#isIdentified) this.#isUsed = false;
    else if (!this.#isUsed) this.#sign();
    // The error of something else stays.
    const mayAsk = error === undefined || error.action === 'cloudCertificate';
    const isMissing = status === undefined && !this.#choice.isAsked && mayAsk;
    if (isMissing && this.#search.isDue(this.snapshot)) this.#find();
  }

  get #authorization() {
    return this.view.cloud?.authorization;
  }

  /** Is the certificate known, and what is prepared with it to be authorised yet? */
  get #isIdentified(): boolean {
    return this.#authorization?.status === 'identified';
  }

  get #name(): string {
    const { cloud } = this.view;
    return (
      cloud?.providers.find(({ providerId }) => providerId === cloud.authorization?.providerId)?.name ?? ''
    );
  }

  #work(work: StepWork): void {
    this.dispatchIntent({ kind: 'cloudCertificate', work });
  }

  #find(): void {
    this.#work(findingProviders(ids => this.#choice.tell(ids)));
  }

  /** What was pending is replaced: the address of the provider's page works once. */
  readonly #handleAuthorize = () => {
    const providerId = this.#choice.chosenOf(this.view.cloud);
    if (this.busy || providerId === undefined) return;
    this.#openWindow();
    this.mayBeClosed = false;
    this.refusal = undefined;
    this.#work(this.#leading({ action: 'authorize_cloud_signing', providerId }));
  };

  /** Within the press: browsers open no window later. */
  #openWindow(): void {
    this.address = undefined;
    if (!goesThere()) this.#window.open();
  }

  /** Leads the signer to their provider. */
  #leading(content: Parameters<typeof authorizing>[0]): StepWork {
    return authorizing(content, goesThere() ? addressToReturnTo() : undefined, (address, leadsBack) => {
      if (address === undefined) this.#window.close();
      else if (leadsBack) {
        this.#leftAt = Date.now();
        location.assign(address);
      } else if (!this.#window.show(address)) this.address = address;
    });
  }

  readonly #handleCancel = () => {
    if (this.busy) return;
    this.#window.close();
    this.address = undefined;
    this.refusal = 'cloud.cancelled';
    this.#work(cancelling);
  };

  get #isReady(): boolean {
    const { batch } = this.screen;
    return batch ? batch.areChecked : this.snapshot.document?.status === 'loaded';
  }

  /** Needs the document that the signer sees: until it is there, the next update tries again. */
  readonly #sign = () => {
    const { batch } = this.screen;
    if (this.busy || !this.#isReady) return;
    this.#isUsed = true;
    this.#hurried = false;
    this.refusal = undefined;
    const refuse = (why: LaterKey<'certificate'>) => {
      this.refusal = why;
      this.#window.close();
    };
    const confirm = this.#isIdentified ? this.#leading({ action: 'confirm_cloud_signing' }) : undefined;
    const check = (prepared: AnsweredPreparation, shown: Uint8Array<ArrayBuffer>, signal: AbortSignal) =>
      unlessRefused(refuse, signal, () => checkInCloud(prepared, shown, this.view));
    const work = batch?.cloudSigning(check, confirm, prepareSigning) ?? cloudSigning(check, confirm);
    this.dispatchIntent({ kind: 'signCertificate', work });
  };

  #renderFailure(): TemplateResult {
    const { status, error } = this.#authorization ?? {};
    const key = this.refusal ?? (status === 'failed' ? cloudErrorKey(error) : undefined);
    return this.screen.renderReason(key);
  }

  #renderBar(main: TemplateResult | typeof nothing): TemplateResult {
    return html`<div class="actions">
      ${this.renderError(effect => this.messages.t(`problem.${effect}`))} ${main}
      <slot></slot>
    </div>`;
  }

  #renderAuthorize(text: 'cloud.authorize' | 'cloud.openAgain'): TemplateResult {
    const { messages } = this;
    const busyText = messages.t('cloud.opening');
    return this.renderSubmit('cloudCertificate', messages.t(text), busyText, this.#handleAuthorize);
  }

  #renderCancel(): TemplateResult {
    return html`<button
      class="button secondary"
      type="button"
      aria-disabled=${String(this.busy)}
      @click=${this.#handleCancel}
    >
      ${this.messages.t('cloud.cancel')}
    </button>`;
  }

  #renderPending(): TemplateResult {
    const { messages, address, mayBeClosed } = this;
    const name = this.#name;
    const open = html`<a
      class="button primary"
      href=${address ?? ''}
      target="_blank"
      rel="noopener noreferrer"
      @click=${this.#handleOpened}
      >${icon('external')}${messages.t('cloud.open')}</a
    >`;
    const again = mayBeClosed ? this.#renderAuthorize('cloud.openAgain') : nothing;
    return html`<p class="waiting" role="status">
        <span class="spinner"></span>
        <span>${messages.t('cloud.pending', { name })}</span>
      </p>
      <p role="status">${mayBeClosed ? messages.t('cloud.maybeClosed', { name }) : ''}</p>
      ${this.#renderBar(html`${address === undefined ? again : open} ${this.#renderCancel()}`)}`;
  }

  /** It opens once. */
  readonly #handleOpened = () => {
    this.address = undefined;
  };

  readonly #handleSign = () => {
    if (this.busy) return;
    if (!this.#isReady) {
      // Done as soon as they are there.
      this.#isUsed = false;
      this.#hurried = true;
      this.requestUpdate();
      return;
    }
    if (this.#isIdentified) this.#openWindow();
    this.#sign();
  };

  /** Answers an early press. */
  get #hurryText(): string {
    if (!this.#hurried || this.#isReady) return '';
    return this.translator.t(earlyPressKey(this.snapshot.document, this.screen.batch?.areChecked));
  }

  #renderAuthorized(): TemplateResult {
    const { messages } = this;
    const isIdentified = this.#isIdentified;
    const { batch } = this.screen;
    const submit = batch?.submitText ?? messages.t('submit');
    const submitting = batch?.busyText ?? messages.t('submitting');
    const main = this.renderSubmit(
      'signCertificate',
      isIdentified ? messages.t('cloud.authorize') : submit,
      isIdentified ? messages.t('cloud.opening') : submitting,
      this.#handleSign,
    );
    const text = messages.t(isIdentified ? 'cloud.identified' : 'cloud.authorized');
    return html`<p class="waiting" role="status">${icon('check')} ${text}</p>
      ${this.#renderFailure()}
      ${this.#renderBar(
        html`${main}
          <p class="secondary-text" role="status">${this.#hurryText}</p>
          ${this.#renderCancel()}`,
      )}`;
  }

  override render() {
    const { messages } = this;
    const { status } = this.#authorization ?? {};
    if (status === 'pending') return this.#renderPending();
    if (status === 'authorized' || this.#isIdentified) return this.#renderAuthorized();
    const isSearching = status === undefined && this.snapshot.pending === 'cloudCertificate';
    return html`${this.#renderFailure()} ${this.#choice.render(this.view.cloud, messages, isSearching)}
    ${this.#renderBar(this.#renderMain())}`;
  }

  /** Another try; another certificate where the chosen one can't sign this. */
  #renderMain(): TemplateResult {
    const { view } = this;
    const authorization = this.#authorization;
    const isSame = this.#choice.chosenOf(view.cloud) === authorization?.providerId;
    const isRefused = isSame && NEEDS_ANOTHER.includes(authorization?.error);
    return (isRefused && this.screen.renderElsewhere()) || this.#renderAuthorize('cloud.authorize');
  }
}

define('sign-session-cloud-certificate', CloudCertificate);

declare global {
  interface HTMLElementTagNameMap {
    'sign-session-cloud-certificate': CloudCertificate;
  }
}

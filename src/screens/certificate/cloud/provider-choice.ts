import { html, nothing, type ReactiveControllerHost, type TemplateResult } from 'lit';
import type { CloudCertificates } from '../../../session/view.ts';
import { choiceGroup } from '../certificate-facts.ts';
import type { LazyScreenElement } from '../../lazy-screen.ts';

type Messages = LazyScreenElement<'certificate'>['messages'];

/** Which provider keeps the signer's certificate. */
export class ProviderChoice {
  readonly #host: Pick<ReactiveControllerHost, 'requestUpdate'>;
  /** Undefined: nobody was asked yet. */
  #found: readonly string[] | undefined;
  #showsAll = false;
  #chosen: string | undefined;

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

  /** The id of the chosen one; else of the first. */
  chosenOf(cloud: CloudCertificates | undefined): string | undefined {
    return this.#chosen ?? this.#offered(cloud)[0]?.providerId;
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
    const options = offered.map(({ providerId, name }) => ({
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
    return html`${choiceGroup(messages.t('cloud.providers'), 'provider', options)} ${hasMore ? more : nothing}`;
  }

  readonly #showAll = () => {
    this.#showsAll = true;
    this.#host.requestUpdate();
  };
}

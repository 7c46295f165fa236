import type { Clock } from '../../domain/clock.ts';
import type { Session } from '../../domain/session.ts';
import type { CloudClient } from '../../psc/cloud-client.ts';
import type { CloudProvider } from '../../psc/cloud-provider.ts';
import type { Discovery } from '../../psc/psc-client.ts';
import { holderIn } from './cloud-holder.ts';

/** Whether a provider has a certificate of the signer. */
export interface DiscoveredProvider {
  readonly providerId: string;
  readonly name: string;
  readonly certificate: Discovery;
}

/** Answers are given again for this long: each question gives the signer's CPF to all providers. */
const KEPT_MS = 60_000;
const MOST_KEPT = 1000;

interface Kept {
  readonly at: number;
  readonly found: Promise<readonly DiscoveredProvider[]>;
}

/** Asks all providers at once whether they have a certificate of the signer. There is no central place to ask. */
export class CloudDiscovery {
  readonly #options: {
    readonly providers: readonly CloudProvider[];
    readonly client: CloudClient;
    readonly clock: Clock;
  };
  readonly #kept = new Map<string, Kept>();

  constructor(options: { providers: readonly CloudProvider[]; client: CloudClient; clock: Clock }) {
    this.#options = options;
  }

  find(session: Session): Promise<readonly DiscoveredProvider[]> {
    const now = this.#options.clock.now().getTime();
    const kept = this.#kept.get(session.sessionId);
    if (kept !== undefined && now >= kept.at && now - kept.at < KEPT_MS) return kept.found;
    const found = this.#ask(session);
    this.#kept.delete(session.sessionId);
    this.#kept.set(session.sessionId, { at: now, found });
    const [oldest] = this.#kept.keys();
    if (this.#kept.size > MOST_KEPT && oldest !== undefined) this.#kept.delete(oldest);
    return found;
  }

  async #ask({ request }: Session): Promise<readonly DiscoveredProvider[]> {
    const { providers, client } = this.#options;
    const holder = holderIn(request.signer);
    return Promise.all(
      providers.map(async provider => ({
        providerId: provider.id,
        name: provider.name,
        certificate: await client.discover(provider, holder),
      })),
    );
  }
}

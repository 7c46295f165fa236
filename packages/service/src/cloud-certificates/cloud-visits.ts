/** The signer's visits to their provider's page, and which providers have a certificate of theirs. */
import type { Core } from '../core/core.ts';
import type { Clock } from '../domain/clock.ts';
import { invalid, Problem } from '../domain/problem.ts';
import type { Session } from '../domain/session.ts';
import type { Queries } from '../storage/database.ts';
import type { CloudAuthorizations, ReturnTarget, ProviderVisit } from './authorizations.ts';
import { allPrepared, documentsLeft, authorizedHash, holderIn } from './cloud-certificates.ts';
import type { CloudClient } from './cloud-client.ts';
import { PscError } from './provider-requests.ts';
import type { CloudProvider } from './providers.ts';
import type { Discovery } from './psc-client.ts';

/** The way to a provider's page; without a ticket there is none, and what is written says why. */
export interface WayToProvider {
  readonly ticket?: string | undefined;
  readonly settle?: (queries: Queries) => Promise<void>;
}

/** Where the signer goes; `failed`: nowhere, and the session says why. */
export type CloudVisit =
  | { readonly kind: 'open'; readonly browser: string; readonly state: string; readonly url: string }
  | { readonly kind: 'failed'; readonly session: Session };

type FindSession = (sessionId: string) => Promise<Session | undefined>;

/** Sends signers to their providers' pages. */
export class CloudVisits {
  readonly #core: Core;
  readonly #parts;

  constructor(
    core: Core,
    parts: {
      providers: readonly CloudProvider[];
      client: CloudClient;
      authorizations: CloudAuthorizations;
      /** The registered address of this service that providers lead back to. */
      callbackUrl: string;
    },
  ) {
    this.#core = core;
    this.#parts = parts;
  }

  /** Begins an authorisation. @throws Problem `validation-error` for an unknown provider */
  async authorize(sessionId: string, providerId: string, target: ReturnTarget): Promise<WayToProvider> {
    const { authorizations, client, providers } = this.#parts;
    const provider = providers.find(({ id }) => id === providerId);
    if (provider === undefined) throw invalid('/providerId', 'Must be one of the providers offered.');
    try {
      await client.reach(provider);
    } catch (error) {
      if (!(error instanceof PscError)) throw error;
      return { settle: authorizations.prepareFailed(sessionId, providerId, error.kind) };
    }
    const scope = provider.protocol === 'csc' ? 'service' : undefined;
    return authorizations.prepare(sessionId, { providerId, target, scope });
  }

  /**
   * Begins the second authorisation, of the hashes of all that was prepared.
   * @throws Problem `conflict` when none is asked for, or while a document is not prepared by that certificate
   */
  async confirm(session: Session, target: ReturnTarget): Promise<WayToProvider> {
    const { database } = this.#core;
    const { authorizations } = this.#parts;
    const { sessionId } = session;
    const ready = await authorizations.ready(sessionId);
    // It has failed or expired meanwhile, which the session says.
    if (ready === undefined) return {};
    const { alias, chain, signAlgo, token } = ready.secrets;
    if (token !== undefined) throw new Problem('conflict', 'Nothing more is to be authorised.');
    const requests = await allPrepared(database, session);
    const isByIt = requests.every(
      request => Buffer.from(request.chain[0] ?? []).toString('base64') === chain[0],
    );
    if (!isByIt || requests.length === 0)
      throw new Problem('conflict', 'Prepare the signatures by this certificate first.');
    const credential = { alias, chain, signAlgo, hashes: requests.map(authorizedHash) };
    const { providerId } = ready;
    return authorizations.prepare(sessionId, { providerId, target, scope: 'credential', credential });
  }

  /**
   * The provider's page for a ticket.
   * @returns undefined when the ticket opens nothing any more
   */
  async visit(ticket: string, signerOf: FindSession): Promise<CloudVisit | undefined> {
    const visited = await this.#parts.authorizations.visit(ticket);
    return visited && this.#lead(visited, signerOf);
  }

  /** The provider's page again, for the browser that came back from the first authorisation. */
  async next(browser: string, signerOf: FindSession): Promise<CloudVisit | 'waiting' | 'failed' | undefined> {
    const visited = await this.#parts.authorizations.next(browser);
    return typeof visited === 'object' ? this.#lead(visited, signerOf) : visited;
  }

  async #lead(visited: ProviderVisit, signerOf: FindSession): Promise<CloudVisit | undefined> {
    const { database } = this.#core;
    const { authorizations, client, providers, callbackUrl: redirectUri } = this.#parts;
    const session = await signerOf(visited.sessionId);
    const provider = providers.find(({ id }) => id === visited.providerId);
    if (session?.status !== 'ACTIVE' || provider === undefined) return undefined;
    const { browser, secrets } = visited;
    const { state, verifier, credential } = secrets;
    const holder = holderIn(session.request.signer);
    const documents = await documentsLeft(database, session);
    const signatures = credential && { credentialId: credential.alias, hashes: credential.hashes };
    try {
      const request = { redirectUri, state, verifier, holder, documents };
      const url = await client.authorizationUrl(provider, request, signatures);
      return { kind: 'open', browser, state, url };
    } catch (error) {
      if (!(error instanceof PscError)) throw error;
      await authorizations.refuse(session.sessionId, error.kind);
      return { kind: 'failed', session };
    }
  }
}

/** Whether a provider has a certificate of the signer. */
interface DiscoveredProvider {
  readonly providerId: string;
  readonly name: string;
  readonly certificate: Discovery;
}

/** Answers are given again for this long: each question gives the signer's CPF to all providers. */
const KEPT_MS = 60_000;
const MOST_KEPT = 1000;

interface CachedDiscovery {
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
  readonly #kept = new Map<string, CachedDiscovery>();

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

import type { Clock } from '../domain/clock.ts';
import { notFound, Problem } from '../domain/problem.ts';
import type { SaveResponse } from '../http/stored-response.ts';
import { randomId, type Random } from '../domain/identifiers/random-ids.ts';
import type { FieldCipher } from '../keys/field-cipher.ts';
import type { EventType } from '../../event-types.ts';
import type { Database } from '../storage/database.ts';
import { deliveryBody } from './delivery-store.ts';
import { storedWebhook } from './webhook-answers.ts';
import type { WebhookAddresses } from './webhook-address.ts';
import type { Attempt, WebhookSender } from './webhook-sender.ts';
import { enableWebhook, findWebhook, insertWebhook, listWebhooks } from './webhook-store.ts';
import type { Webhook } from './webhook.ts';

/** More webhooks than this suggest a loop that does not delete them; every event is delivered to each. */
const MOST_PER_TENANT = 100;

const SECRET_BYTES = 32;

export interface WebhooksOptions {
  readonly database: Database;
  readonly clock: Clock;
  readonly random: Random;
  readonly fieldCipher: FieldCipher;
  readonly addresses: WebhookAddresses;
  readonly sender: WebhookSender;
}

/** Manages integrators' webhooks. */
export class Webhooks {
  readonly #options: WebhooksOptions;
  readonly #closing = new AbortController();

  constructor(options: WebhooksOptions) {
    this.#options = options;
  }

  /** Aborts test deliveries. */
  stop(): void {
    this.#closing.abort();
  }

  /**
   * @throws Problem `validation-error` or `forbidden` for the URL; `conflict` when the tenant has the maximum
   *   number
   */
  async register(
    tenantId: string,
    wanted: { readonly url: string; readonly events: readonly EventType[] },
    saveResponse: SaveResponse,
  ): Promise<Webhook> {
    const { database, clock, random, fieldCipher, addresses } = this.#options;
    const url = await addresses.require(wanted.url);
    const at = clock.now();
    const secret = `whsec_${Buffer.from(random(SECRET_BYTES)).toString('base64url')}`;
    const webhook: Webhook = {
      webhookId: randomId('wh', random),
      tenantId,
      url: url.href,
      sealedSecret: fieldCipher.seal(secret),
      events: wanted.events,
      status: 'ACTIVE',
      createdAt: at,
      updatedAt: at,
    };
    await database.transaction(async queries => {
      // Lock the tenant, so that concurrent registrations cannot exceed the maximum.
      await queries.query('SELECT tenant_id FROM tenants WHERE tenant_id = $1 FOR NO KEY UPDATE', [tenantId]);
      const { length } = await listWebhooks(queries, tenantId);
      if (length >= MOST_PER_TENANT) {
        throw new Problem('conflict', `A tenant has at most ${MOST_PER_TENANT} webhooks. Delete one first.`);
      }
      await insertWebhook(queries, webhook);
      await saveResponse(queries, storedWebhook(webhook));
    });
    return webhook;
  }

  /** @throws Problem `not-found` for an unknown webhook and another tenant's */
  async find(tenantId: string, webhookId: string): Promise<Webhook> {
    const webhook = await findWebhook(this.#options.database, tenantId, webhookId);
    if (webhook === undefined) throw notFound();
    return webhook;
  }

  /** Only for the response to its registration. */
  secretOf(webhook: Webhook): Promise<string> {
    return this.#options.fieldCipher.open(webhook.sealedSecret);
  }

  /**
   * Sends a signed test delivery now, once, whatever the webhook's status.
   * @throws Problem `not-found`
   */
  async test(tenantId: string, webhookId: string): Promise<Attempt & { readonly at: Date }> {
    const { clock, random, sender } = this.#options;
    const webhook = await this.find(tenantId, webhookId);
    const at = clock.now();
    const body = deliveryBody({
      deliveryId: randomId('del', random),
      eventType: webhook.events[0] ?? 'TRANSACTION.COMPLETED',
      tenantId,
      at,
      data: { webhookId, message: 'This is a test: nothing happened.' },
      test: true,
    });
    const { url } = webhook;
    const secret = await this.secretOf(webhook);
    const attempt = await sender.send({ webhookId, url, secret, body }, this.#closing.signal);
    return { ...attempt, at };
  }

  /** @throws Problem `not-found` */
  async enable(tenantId: string, webhookId: string): Promise<Webhook> {
    const { database, clock } = this.#options;
    await this.find(tenantId, webhookId);
    await enableWebhook(database, webhookId, clock.now());
    return this.find(tenantId, webhookId);
  }
}

import type { Clock } from './domain/clock.ts';
import type { Metrics } from './metrics/metrics.ts';
import { type Log } from './support/error-log.ts';
import { systemRandom } from './domain/identifiers/random-ids.ts';
import { type KeyRing } from './keys/key-ring.ts';
import { openFieldCipher } from './keys/field-cipher.ts';
import { MessageQueue } from './messages/message-queue.ts';
import type { Senders } from './messages/message.ts';
import { settleCodeDelivery } from './one-time-codes/code-delivery.ts';
import { OneTimeCodes } from './one-time-codes/one-time-codes.ts';
import type { OpenLocalMode } from './local-mode.ts';
import type { ServiceOptions } from './service-options.ts';
import type { SessionChanges } from './sessions/session-changes.ts';

/** Composes messages to signers, and the steps that send them. */
export async function composeMessaging(
  options: ServiceOptions,
  {
    keys,
    local,
    ...base
  }: {
    keys: KeyRing;
    local: OpenLocalMode | undefined;
    clock: Clock;
    changes: SessionChanges;
    metrics: Metrics;
    reportError: Log;
  },
) {
  const { database, random = systemRandom, publicUrl } = options;
  const fieldCipher = await openFieldCipher(keys, random);
  const inbox = local?.inbox(fieldCipher);
  const senders: Senders = { ...(inbox && { email: inbox, sms: inbox }), ...options.senders };
  const messages = new MessageQueue({
    ...base,
    database,
    random,
    fieldCipher,
    senders,
    async onSettled(...settled) {
      const sessionId = await settleCodeDelivery(...settled);
      return sessionId === undefined ? undefined : () => base.changes.announce(sessionId);
    },
  });
  const codes = new OneTimeCodes({ random, messages, senders, host: new URL(publicUrl).hostname });
  return { fieldCipher, senders, messages, codes };
}

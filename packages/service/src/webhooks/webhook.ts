import * as z from 'zod';
import { EVENT_TYPES, RETIRED_EVENT_TYPES, type EventType } from '../../event-types.ts';

/** An integrator's URL that receives events. */
export interface Webhook {
  readonly webhookId: string;
  readonly tenantId: string;
  readonly url: string;
  /** The HMAC key, encrypted; only signing needs it. */
  readonly sealedSecret: string;
  readonly events: readonly EventType[];
  readonly status: 'ACTIVE' | 'DISABLED';
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

const eventType = z
  .string()
  .refine(type => !RETIRED_EVENT_TYPES.includes(type), 'Is a retired event type.')
  .pipe(z.enum(EVENT_TYPES))
  .meta({ enum: [...EVENT_TYPES] });

/** The body of POST /v1/webhooks. A secret in it is ignored: the service makes its own. */
export const registrationSchema = z
  .object({
    url: z.string().describe('https, a host name, port 443.'),
    events: z
      .array(eventType)
      .min(1, 'Must not be empty.')
      .max(100, 'Must be at most 100 entries.')
      .transform(events => [...new Set(events)]),
  })
  .meta({ id: 'RegisterWebhook' });

import { createRoute, z } from '@hono/zod-openapi';
import { ClockRangeError, type MovableClock } from '../storage/movable-clock.ts';
import type { DocumentStore } from '../documents/document-store.ts';
import type { ServiceApp } from '../http/app.ts';
import { jsonBody } from '../http/declare-route.ts';
import { receiveBody } from '../http/request-body.ts';
import { json } from '../http/openapi-parts.ts';
import { invalid } from '../domain/problem.ts';
import type { LocalPsc } from '../local-psc/local-psc.ts';
import type { Inbox } from '../messages/inbox.ts';
import type { MessageQueue } from '../messages/message-queue.ts';
import { mountTenantSettings } from './tenant-setting-routes.ts';
import { mountBrokenFinalizations, type BrokenFinalizations } from './broken-finalizations.ts';
import { mountFaultRoutes } from './fault-routes.ts';
import type { Faults } from './faults.ts';
import { localOnly } from './local-guard.ts';
import { resetData } from './reset.ts';
import { mountLocalWebhooks, type LocalWebhookRoutesOptions } from './webhook-routes.ts';

export interface LocalRoutesOptions extends LocalWebhookRoutesOptions {
  readonly documents: DocumentStore;
  readonly clock: MovableClock;
  readonly inbox: Inbox;
  readonly messages: MessageQueue;
  readonly faults: Faults;
  readonly broken: BrokenFinalizations;
  readonly localPsc: LocalPsc | undefined;
  /** Runs after the clock was moved, so that everything due is done at once. */
  readonly onClockMoved: () => Promise<void>;
}

const messagesAnswer = z.array(
  z.object({
    id: z.string(),
    channel: z.enum(['email', 'sms']),
    to: z.string(),
    subject: z.string().optional(),
    text: z.string(),
    at: z.string(),
  }),
);

const clockRequest = z.union([
  z.object({ advanceSeconds: z.number() }),
  z.object({ at: z.iso.datetime({ offset: true }) }),
]);
const clockAnswer = z.object({ now: z.string() });

/** Routes for development and tests. Mounted only in local mode, and left out of the OpenAPI document. */
export function mountLocalRoutes(app: ServiceApp, options: LocalRoutesOptions): void {
  // The webhook receiver gets integrators' metadata, up to 100 texts of 1024 characters.
  app.use('/_local/*', localOnly, ...receiveBody(512 * 1024));
  mountMessages(app, options);
  mountClock(app, options);
  mountReset(app, options);
  mountLocalWebhooks(app, options);
  mountFaultRoutes(app, options.faults);
  mountBrokenFinalizations(app, options.broken);
  mountTenantSettings(app, options);
}

function mountMessages(app: ServiceApp, { inbox, messages }: LocalRoutesOptions): void {
  const route = createRoute({
    method: 'get',
    path: '/_local/messages',
    hide: true,
    responses: { 200: json('E-mails and SMS sent, newest last', messagesAnswer) },
  });
  app.openapi(route, async c => {
    // Deliver to the inbox first, so that messages of earlier requests are listed. Does not wait for a mail server.
    await messages.deliverBy(inbox);
    c.header('Cache-Control', 'no-store');
    return c.json(messagesAnswer.parse(await inbox.list()), 200);
  });
}

function mountClock(app: ServiceApp, { clock, onClockMoved }: LocalRoutesOptions): void {
  const route = createRoute({
    method: 'post',
    path: '/_local/clock',
    hide: true,
    request: { body: jsonBody(clockRequest) },
    responses: { 200: json('The service’s time now', clockAnswer) },
  });
  app.openapi(route, async c => {
    const request = c.req.valid('json');
    try {
      if ('at' in request) await clock.moveTo(new Date(request.at));
      else await clock.moveBy(request.advanceSeconds * 1000);
    } catch (error) {
      if (error instanceof ClockRangeError)
        throw invalid('at' in request ? '/at' : '/advanceSeconds', error.message);
      throw error;
    }
    await onClockMoved();
    return c.json({ now: clock.now().toISOString() }, 200);
  });
}

function mountReset(app: ServiceApp, options: LocalRoutesOptions): void {
  const { clock, faults, broken, localPsc, receivedWebhooks } = options;
  const route = createRoute({
    method: 'post',
    path: '/_local/reset',
    hide: true,
    responses: { 200: json('The data was deleted and the clock reset', clockAnswer) },
  });
  app.openapi(route, async c => {
    faults.clear();
    broken.clear();
    localPsc?.faults.clear();
    receivedWebhooks.clear();
    await resetData(options);
    return c.json({ now: clock.now().toISOString() }, 200);
  });
}

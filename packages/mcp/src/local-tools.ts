/** Tools for a service in local mode, whose routes under `/_local` the OpenAPI document leaves out. */
import type { ServiceClient } from './service-client.ts';
import type { ToolDescription } from './service-tool.ts';

type Arguments = Readonly<Record<string, unknown>>;

interface LocalTool extends ToolDescription {
  readonly call: (client: ServiceClient, given: Arguments, signal: AbortSignal) => Promise<unknown>;
}

/** An inbox grows with every test; the newest say what has just been sent. */
const NEWEST = 20;

export const LOCAL_TOOLS: readonly LocalTool[] = [
  {
    name: 'read_inbox',
    title: 'The messages that the local service has sent',
    description: `Returns the newest ${NEWEST} e-mails and SMS of a service in local mode, newest last, with the one-time codes in them. Client secrets in links are left out.`,
    inputSchema: {
      type: 'object',
      properties: {
        to: { type: 'string', description: 'Only messages to this address or number.' },
      },
      additionalProperties: false,
    },
    annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
    async call(client, { to }, signal) {
      const messages = await client.call({ method: 'GET', path: '/_local/messages', bearer: null, signal });
      const all: readonly unknown[] = Array.isArray(messages) ? messages : [];
      return all.filter(message => to === undefined || Object(message).to === to).slice(-NEWEST);
    },
  },
  {
    name: 'move_clock',
    title: 'Move the local service’s clock',
    description:
      'Moves the clock of a service in local mode, and does what is due by then: sessions expire, webhooks are tried again. Send one of the two arguments.',
    inputSchema: {
      type: 'object',
      properties: {
        advanceSeconds: { type: 'number', description: 'By how many seconds.' },
        at: { type: 'string', format: 'date-time', description: 'To this time, with its offset (RFC 3339).' },
      },
      additionalProperties: false,
    },
    // What has expired stays so.
    annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: false },
    call: (client, body, signal) =>
      client.call({ method: 'POST', path: '/_local/clock', body, bearer: null, signal }),
  },
];

import { createEnvelope } from './envelopes/envelope-calls.ts';
import type { ServiceClient } from './http/service-client.ts';
import type { Made } from './made.ts';
import { sessionRequest, type PdfFile } from './session-form/session-request.ts';
import type { Settings } from './settings/settings.ts';

/**
 * Makes what the settings describe: a session, or an envelope with those of its signers. Throws as `ServiceClient` does.
 *
 * @param own the document where the settings name a file
 */
export async function makeSessions(service: ServiceClient, settings: Settings, own?: PdfFile): Promise<Made> {
  const request = sessionRequest(settings, own);
  const { subject } = settings;
  if (subject === 'envelope') return createEnvelope(service, request);
  return { sessions: [await service.createSession(subject, request)] };
}

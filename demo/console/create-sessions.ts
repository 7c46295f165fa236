import { createEnvelope } from './envelopes/envelope-calls.ts';
import type { ServiceClient } from './http/service-client.ts';
import type { CreatedSessions } from './created-sessions.ts';
import { sessionRequest, type PdfFile } from './settings/session-request.ts';
import type { Settings } from './settings/settings.ts';

/**
 * Creates the session that the settings describe, or the envelope with the sessions of its signers. Throws as
 * `ServiceClient` does.
 *
 * @param own the selected file
 */
export async function createSessions(
  service: ServiceClient,
  settings: Settings,
  own?: PdfFile,
): Promise<CreatedSessions> {
  const request = sessionRequest(settings, own);
  const { subject } = settings;
  if (subject === 'envelope') return createEnvelope(service, request);
  return { sessions: [await service.createSession(subject, request)] };
}

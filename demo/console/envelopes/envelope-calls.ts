import { postJson } from '../http/answer.ts';
import type { ServiceClient } from '../http/service-client.ts';
import type { CreatedSessions, PreviewSession } from '../created-sessions.ts';
import type { JsonObject } from '../settings/session-request.ts';
import { envelopeRequests } from './envelope-requests.ts';
import type { Answers, CreatedSession, EnvelopeState } from '../http/service-types.ts';

/* Envelopes through the integrator's interface. All throw as `ServiceClient` does. */

const addressOf = (envelopeId: string): string => `/v1/envelopes/${encodeURIComponent(envelopeId)}`;

/** Creates an envelope and adds its signers. @param request the form's members of the envelope and its first signer */
export async function createEnvelope(service: ServiceClient, request: JsonObject): Promise<CreatedSessions> {
  const { envelope, members } = envelopeRequests(request);
  const { envelopeId } = await service.create<Answers['CreatedEnvelope']>('/v1/envelopes', envelope);
  const sessions: PreviewSession[] = [];
  for (const [place, { signer, body }] of members.entries()) {
    const session = await service.create<CreatedSession>(`${addressOf(envelopeId)}/sessions`, body);
    const name = typeof signer['name'] === 'string' ? signer['name'] : '';
    sessions.push({ ...session, signer: { index: place + 1, name } });
  }
  return { envelopeId, sessions };
}

export function readEnvelope(
  service: ServiceClient,
  envelopeId: string,
  signal: AbortSignal,
): Promise<EnvelopeState> {
  return service.ask(addressOf(envelopeId), { signal });
}

export async function cancelEnvelope(service: ServiceClient, envelopeId: string): Promise<void> {
  await service.ask(`${addressOf(envelopeId)}/cancel`, postJson({}));
}

/** The address of the document with every signer's evidence, valid for an hour. */
export async function combinedStamp(service: ServiceClient, envelopeId: string): Promise<string> {
  const init = { method: 'POST' };
  return (await service.ask<Answers['CombinedStamp']>(`${addressOf(envelopeId)}/combined-stamp`, init))
    .downloadUrl;
}

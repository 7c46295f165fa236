import * as z from 'zod/mini';
import { postJson } from '../http/answer.ts';
import type { ServiceClient } from '../http/service-client.ts';
import { createdSessionShape } from '../http/shapes.ts';
import type { Made, StagedSession } from '../made.ts';
import type { JsonObject } from '../session-form/session-request.ts';
import { envelopeRequests } from './envelope-requests.ts';
import {
  combinedStampShape,
  createdEnvelopeShape,
  envelopeShape,
  type EnvelopeState,
} from './envelope-shapes.ts';

/* Envelopes through the integrator's interface. All throw as `ServiceClient` does. */

const addressOf = (envelopeId: string): string => `/v1/envelopes/${encodeURIComponent(envelopeId)}`;

/** Makes an envelope and adds its signers. @param request what the form asks for, of envelope and signer */
export async function createEnvelope(service: ServiceClient, request: JsonObject): Promise<Made> {
  const { envelope, members } = envelopeRequests(request);
  const { envelopeId } = await service.create(createdEnvelopeShape, '/v1/envelopes', envelope);
  const sessions: StagedSession[] = [];
  for (const [place, { signer, body }] of members.entries()) {
    const session = await service.create(createdSessionShape, `${addressOf(envelopeId)}/sessions`, body);
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
  return service.ask(envelopeShape, addressOf(envelopeId), { signal });
}

export async function cancelEnvelope(service: ServiceClient, envelopeId: string): Promise<void> {
  await service.ask(z.unknown(), `${addressOf(envelopeId)}/cancel`, postJson({}));
}

/** The address, good for an hour, of the document with every signer's evidence. */
export async function combinedStamp(service: ServiceClient, envelopeId: string): Promise<string> {
  const init = { method: 'POST' };
  return (await service.ask(combinedStampShape, `${addressOf(envelopeId)}/combined-stamp`, init)).downloadUrl;
}

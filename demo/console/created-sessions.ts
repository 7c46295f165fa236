/** Creating sessions and envelopes, and those that were created. */
import { postJson, type ServiceClient } from './http/service-client.ts';
import type { Answers, CreatedSession, EnvelopeState } from './http/service-types.ts';
import { isObject, type JsonObject, type PdfFile, sessionRequest } from './settings/session-request.ts';
import type { Settings } from './settings/settings.ts';

/** A session that is shown in the preview. */
export interface PreviewSession extends CreatedSession {
  /** Only in envelopes. */
  readonly signer?: { readonly index: number; readonly name: string };
}

/** A created session, or an envelope with the sessions of its signers in their order. */
export interface CreatedSessions {
  readonly sessions: readonly PreviewSession[];
  readonly envelopeId?: string;
}

/** Created sessions with the client that created them: the menu may select another one since. */
export interface CreatedByClient extends CreatedSessions {
  readonly service: ServiceClient;
}

/** The address that lets its holder sign (service interface, "Link rule"). */
export function signerLinkOf({ url, clientSecret }: CreatedSession): string {
  return `${url}?cs=${encodeURIComponent(clientSecret)}`;
}

/** The signers after the one of the form. */
const OTHER_SIGNERS = [
  { name: 'JOÃO PEREIRA', cpf: '111.444.777-35', email: 'joao@example.com', phone: '+5511976543210' },
  { name: 'ANA SOUZA', cpf: '123.456.789-09', email: 'ana@example.com', phone: '+5511965432109' },
  { name: 'CARLOS LIMA', cpf: '168.995.350-09', email: 'carlos@example.com', phone: '+5511954321098' },
] as const satisfies readonly JsonObject[];

/** The bodies of POST /v1/envelopes and, in the signers' order, of POST /v1/envelopes/{envelopeId}/sessions. */
interface EnvelopeRequests {
  readonly envelope: JsonObject;
  readonly members: readonly { readonly signer: JsonObject; readonly body: JsonObject }[];
}

/** The form's signer or another one, who signs as a person by the form's channel. */
function signerAt(index: number, first: JsonObject): JsonObject {
  const userExternalId = `console-${index + 1}`;
  const { cnpj: _, ...person } = first;
  return index === 0
    ? { ...first, userExternalId }
    : { ...person, ...OTHER_SIGNERS[index - 1], userExternalId };
}

/**
 * Separates the form's members of the envelope from those of the signer. The form's signer is the first; the
 * others have the same steps.
 */
export function envelopeRequests(request: JsonObject): EnvelopeRequests {
  const { signer, policy = {}, purpose = 'DOCUMENT_SIGNATURE', ...envelope } = request;
  const { totalSigners } = envelope;
  const length = typeof totalSigners === 'number' ? totalSigners : 1;
  const members = Array.from({ length }, (_, index) => {
    const own = signerAt(index, isObject(signer) ? signer : {});
    return { signer: own, body: { signerIndex: index + 1, purpose, policy, signer: own } };
  });
  return { envelope, members };
}

/* Envelopes through the integrator's interface. All throw as `ServiceClient` does. */

const addressOf = (envelopeId: string): string => `/v1/envelopes/${encodeURIComponent(envelopeId)}`;

/** Creates an envelope and adds its signers. @param request the form's members of the envelope and its first signer */
async function createEnvelope(service: ServiceClient, request: JsonObject): Promise<CreatedSessions> {
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

import { notFound, invalid, Problem } from '../domain/problem.ts';
import { readSteps, type CreationServices } from '../sessions/create-request.ts';
import type { NewSession } from '../sessions/create-session.ts';
import type { Queries } from '../storage/database.ts';
import type { AddSessionRequest } from './envelope-request.ts';
import { listMembers, lockEnvelope, setEnvelopeStatus } from './envelope-store.ts';
import { occupiesIndex, isOpen, type Envelope, type Member } from '../domain/envelope.ts';

/** Each certificate signature covers those before it, so an envelope cannot mix it with other profiles. */
const EXCLUSIVE = 'DIGITAL_CERTIFICATE';

/**
 * Turns a validated body into a new session on the envelope's document. It expires with the envelope.
 * @throws Problem `validation-error`, `feature-not-enabled`
 */
export function readNewMember(
  envelope: Envelope,
  body: AddSessionRequest,
  services: Omit<CreationServices, 'inspectPdf'>,
): NewSession {
  const { signer, policy, signerIndex, purpose, metadata, state } = body;
  const { request, document, expiresAt, eraseAt, envelopeId, signingMode, totalSigners } = envelope;
  const returnUrl = body.returnUrl ?? request.returnUrl;
  const cancelUrl = body.cancelUrl ?? request.cancelUrl;
  return {
    kind: 'envelope',
    purpose,
    profile: policy.profile,
    steps: readSteps(policy, signer, { kind: 'envelope', hasDocument: true }, services),
    request: { signer, appearance: request.appearance, metadata, state, returnUrl, cancelUrl },
    owner: request.owner,
    locale: envelope.locale,
    expiresInMinutes: 0,
    pdf: undefined,
    member: {
      envelope: {
        envelopeId,
        signingMode,
        signerIndex,
        totalSigners,
        completedSessions: 0,
        waitingForIndex: undefined,
      },
      document,
      expiresAt,
      eraseAt,
      admit: queries => admit(queries, envelopeId, body),
    },
  };
}

/** Locks the envelope, so that only one of two requests for the same signer index succeeds. */
async function admit(queries: Queries, envelopeId: string, body: AddSessionRequest): Promise<void> {
  const envelope = await lockEnvelope(queries, envelopeId);
  if (envelope === undefined) throw notFound();
  requireFreeIndex(envelope, (await listMembers(queries, envelopeId)).filter(occupiesIndex), body);
  // Keep `updatedAt`: only the first member changes the status, to ACTIVE.
  await setEnvelopeStatus(queries, envelopeId, 'ACTIVE', envelope.updatedAt);
}

/**
 * @param members the current members; a signer who declined is not among them and can be replaced
 * @throws Problem `conflict` when the envelope cannot take this signer; `validation-error` for an index above its
 *   total
 */
function requireFreeIndex(
  envelope: Envelope,
  members: readonly Member[],
  { signerIndex, policy }: AddSessionRequest,
): void {
  const { totalSigners, status } = envelope;
  if (!isOpen(envelope)) throw new Problem('conflict', `The envelope is ${status} and accepts no signers.`);
  if (members.length >= totalSigners) {
    throw new Problem('conflict', `The envelope already has all ${totalSigners} signers.`);
  }
  if (signerIndex > totalSigners) throw invalid('/signerIndex', `Must be at most ${totalSigners}.`);
  if (members.some(member => member.signerIndex === signerIndex)) {
    throw new Problem('conflict', `The envelope already has a signer ${signerIndex}.`);
  }
  const isMixed = members.some(({ profile }) => (profile === EXCLUSIVE) !== (policy.profile === EXCLUSIVE));
  if (isMixed)
    throw new Problem('conflict', `${EXCLUSIVE} cannot be combined with other profiles in one envelope.`);
}

import { notFound, invalid, Problem } from '../domain/problem.ts';
import { readSteps, type Means } from '../sessions/create-request.ts';
import type { NewSession } from '../sessions/create-session.ts';
import type { Queries } from '../storage/database.ts';
import type { AddSessionRequest } from './envelope-request.ts';
import { listMembers, lockEnvelope, setEnvelopeStatus } from './envelope-store.ts';
import { isInPlace, isOpen, type Envelope, type Member } from '../domain/envelope.ts';

/** A signature with a certificate covers those before it, so it goes with none of another kind. */
const EXCLUSIVE = 'DIGITAL_CERTIFICATE';

/**
 * What a validated body asks for: a session about the envelope's document, which ends with the envelope.
 * @throws Problem `validation-error`, `feature-not-enabled`
 */
export function readNewMember(
  envelope: Envelope,
  body: AddSessionRequest,
  means: Omit<Means, 'inspectPdf'>,
): NewSession {
  const { signer, policy, signerIndex, purpose, metadata } = body;
  const { request, document, expiresAt, eraseAt, envelopeId, signingMode, totalSigners } = envelope;
  const returnUrl = body.returnUrl ?? request.returnUrl;
  const cancelUrl = body.cancelUrl ?? request.cancelUrl;
  return {
    kind: 'envelope',
    purpose,
    profile: policy.profile,
    steps: readSteps(policy, signer, { kind: 'envelope', hasDocument: true }, means),
    request: { signer, appearance: request.appearance, metadata, returnUrl, cancelUrl },
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

/** Holds the envelope, so that of two signers for one place one is refused. */
async function admit(queries: Queries, envelopeId: string, body: AddSessionRequest): Promise<void> {
  const envelope = await lockEnvelope(queries, envelopeId);
  if (envelope === undefined) throw notFound();
  requireRoom(envelope, (await listMembers(queries, envelopeId)).filter(isInPlace), body);
  // Its own time goes on: the first signer makes it active, and later ones leave it so.
  await setEnvelopeStatus(queries, envelopeId, 'ACTIVE', envelope.updatedAt);
}

/**
 * @param members those in place: the place of one who declined is the integrator's to fill again
 * @throws Problem `conflict` where the envelope takes no such signer; `validation-error` for an index beyond it
 */
function requireRoom(
  envelope: Envelope,
  members: readonly Member[],
  { signerIndex, policy }: AddSessionRequest,
): void {
  const { totalSigners, status } = envelope;
  if (!isOpen(envelope)) throw new Problem('conflict', `The envelope is ${status} and takes no signers.`);
  if (members.length >= totalSigners) {
    throw new Problem('conflict', `The envelope has all of its ${totalSigners} signers.`);
  }
  if (signerIndex > totalSigners) throw invalid('/signerIndex', `Must be at most ${totalSigners}.`);
  if (members.some(member => member.signerIndex === signerIndex)) {
    throw new Problem('conflict', `The envelope has a signer ${signerIndex} already.`);
  }
  const isMixed = members.some(({ profile }) => (profile === EXCLUSIVE) !== (policy.profile === EXCLUSIVE));
  if (isMixed) throw new Problem('conflict', `${EXCLUSIVE} does not go with other profiles in one envelope.`);
}

import { maskName } from '../domain/identifiers/masking.ts';
import { occupiesIndex, type Member } from '../domain/envelope.ts';
import type { Membership, Session } from '../domain/session.ts';
import { findEnvelope, listMembers } from '../envelopes/envelope-store.ts';
import type { Queries } from '../storage/database.ts';

/** A signer of the envelope as the other signers see them. */
export interface SignerInEnvelope {
  readonly signerIndex: number;
  /** Masked; absent where the integrator doesn't show names, or nobody was added for this place yet. */
  readonly name: string | undefined;
  /** ISO 8601; absent while they have not signed. */
  readonly signedAt: string | undefined;
}

/** The session's place in its envelope, with the others. */
export interface EnvelopeView extends Membership {
  /** ISO 8601. */
  readonly createdAt: string;
  /** Whether an e-mail tells the signer when their turn has come. */
  readonly invited: boolean;
  /** By signer index, every place once. */
  readonly signers: readonly SignerInEnvelope[];
}

/** What a signer who waits is told of the others. Undefined outside envelopes. */
export async function envelopeView(
  queries: Queries,
  { envelope: place, request }: Session,
): Promise<EnvelopeView | undefined> {
  const envelope = place && (await findEnvelope(queries, place.envelopeId));
  if (place === undefined || envelope === undefined) return undefined;
  const members = (await listMembers(queries, place.envelopeId)).filter(occupiesIndex);
  const shown = envelope.request.showSigners ?? true;
  return {
    ...place,
    createdAt: envelope.createdAt.toISOString(),
    invited: request.inviteSent === true,
    signers: Array.from({ length: place.totalSigners }, (_, index) => {
      const member = members.find(({ signerIndex }) => signerIndex === index + 1);
      return {
        signerIndex: index + 1,
        name: nameOf(member, shown),
        signedAt: member?.completedAt?.toISOString(),
      };
    }),
  };
}

function nameOf(member: Member | undefined, shown: boolean): string | undefined {
  return shown && member?.signerName ? maskName(member.signerName) : undefined;
}

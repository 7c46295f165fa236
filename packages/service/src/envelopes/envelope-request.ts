import * as z from 'zod';
import { nameText } from '../http/validation.ts';
import { documentRequest } from '../sessions/create-request.ts';
import { PURPOSES, SIGNING_MODES } from '../domain/session.ts';
import { emailText, lifetime, sharedMembers } from '../sessions/shared-request.ts';

/** Each signer adds an evidence page to the combined document. */
const MOST_SIGNERS = 100;

const { policy, signer, metadata, state, appearance, locale, returnUrl, cancelUrl } = sharedMembers;

/** The body of POST /v1/envelopes. */
export const createEnvelopeSchema = z.object({
  signingMode: z.enum(SIGNING_MODES),
  totalSigners: z
    .int('Must be a whole number.')
    .min(2, 'Must be at least 2.')
    .max(MOST_SIGNERS, `Must be at most ${MOST_SIGNERS}.`),
  document: documentRequest,
  appearance,
  locale,
  returnUrl,
  cancelUrl,
  expiresInMinutes: lifetime(10_080, 1440),
  metadata,
  owner: z.object({ email: emailText, name: nameText(256).optional() }).optional(),
  showSigners: z
    .boolean()
    .optional()
    .describe("Whether signers see each other's names, masked, while they wait. Default: true."),
});
export type CreateEnvelopeRequest = z.output<typeof createEnvelopeSchema>;

/** The body of POST /v1/envelopes/{envelopeId}/sessions. Members left out are taken from the envelope. */
export const addSessionSchema = z.object({
  signer: signer
    .refine(({ userExternalId }) => userExternalId !== undefined, {
      path: ['userExternalId'],
      message: 'Is required.',
    })
    .refine(({ name }) => name !== '', { path: ['name'], message: 'Is required.' }),
  policy,
  signerIndex: z.int('Must be a whole number.').min(1, 'Must be at least 1.'),
  purpose: z.literal(PURPOSES[0]).default(PURPOSES[0]),
  returnUrl,
  cancelUrl,
  metadata,
  state,
});
export type AddSessionRequest = z.output<typeof addSessionSchema>;

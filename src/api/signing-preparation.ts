import * as z from 'zod/mini';
import { advanceAnswer } from './schemas.ts';

/* The answer to `prepare_signing` (signer API, section 4). Only the certificate's room reads it. */

const text = z.string();

// oxlint-disable-next-line promise/valid-params -- zod’s catch, not a promise’s
const cosmetic = <T extends z.ZodMiniType>(schema: T) => z.catch(z.optional(schema), undefined);

/**
 * What is to be signed; the last four show what it is, and are not of every service. Where the certificate is refused
 * before anything is signed with it, the answer is what became of the step.
 */
export const signingPreparation = z.object({
  ...advanceAnswer.shape,
  signatureRequestId: z.optional(text),
  hashToSign: z.optional(text),
  signatureAlgorithm: cosmetic(text),
  dataToSign: cosmetic(text),
  baseUrl: cosmetic(text),
  appended: cosmetic(text),
  byteRange: cosmetic(z.array(z.number())),
});

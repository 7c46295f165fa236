import * as z from 'zod/mini';

/* The answer to `start_liveness` (signer API, section 5). Only the liveness screen imports it. */

const text = z.string();

// oxlint-disable-next-line promise/valid-params -- zod’s catch, not a promise’s
const count = (otherwise: number) => z.catch(z.number().check(z.positive()), otherwise);

/** The movements that the service asks for. Without an address for frames, the one of the signer API is used. */
const liveness = z.object({
  mode: text,
  nonce: text,
  actions: z.optional(z.array(text)),
  maxFrames: count(8),
  maxFrameBytes: count(512 * 1024),
  maxSeconds: count(60),
  uploadUrlTemplate: z.optional(text),
});
export type Liveness = z.infer<typeof liveness>;

export const livenessStart = z.object({
  livenessSessionId: text,
  hostedUrl: z.optional(text),
  liveness: z.optional(liveness),
});

/**
 * PAdES levels a tenant can have: the signature alone, with validation data, or with an archive timestamp over
 * both.
 */
export const SIGNATURE_LEVELS = ['B', 'LT', 'LTA'] as const;
export type SignatureLevel = (typeof SIGNATURE_LEVELS)[number];

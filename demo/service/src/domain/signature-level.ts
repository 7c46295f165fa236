/** Of the tenant: a signature alone, with what validates it later, or with a timestamp of all that besides. */
export const SIGNATURE_LEVELS = ['B', 'LT', 'LTA'] as const;
export type SignatureLevel = (typeof SIGNATURE_LEVELS)[number];

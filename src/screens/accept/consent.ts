/**
 * Which wording of the consent sentence was ticked: goes into the evidence with the locale. Change it whenever
 * the meaning of `accept.consent.*` changes in any locale.
 */
export const CONSENT_VERSION = { document: 'accept-document-1', action: 'accept-action-1' } as const;

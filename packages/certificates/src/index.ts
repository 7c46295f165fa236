/** One reader of BER, X.509 and ICP-Brasil for the widget, the verifier and the service. */
export * from './base64.ts';
export * from './ber.ts';
export * from './ber-values.ts';
export * from './certificate.ts';
export * from './certificate-facts.ts';
export * from './chain.ts';
export * from './der.ts';
export * from './general-names.ts';
export * from './icp-brasil.ts';
export * from './names.ts';
export * from './public-key.ts';
export * from './signature-algorithms.ts';

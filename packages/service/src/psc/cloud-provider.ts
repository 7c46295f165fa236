import type { CscProvider } from './csc/csc-provider.ts';
import type { PscProvider } from './psc-provider.ts';

/** A provider of cloud certificates, as the operator configured it. */
export type CloudProvider = PscProvider | CscProvider;

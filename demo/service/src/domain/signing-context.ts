import type { Geolocation } from './step.ts';

/** What the service saw of the signer's device. */
export interface SigningContext {
  readonly ipAddress: string | undefined;
  readonly userAgent: string | undefined;
  /** Absent where the service saw them itself. */
  readonly toldBy?: 'integrator';
  /** Where the integrator says that the signer was. */
  readonly geolocation?: Geolocation | undefined;
}

import type { Geolocation, Performer } from './step.ts';

/** The signer's device, as the service saw it. */
export interface SigningContext {
  readonly ipAddress: string | undefined;
  readonly userAgent: string | undefined;
  /** Who acts. Absent: the service itself. */
  readonly by?: Performer;
  /** Set if the integrator supplied these values; absent if the service saw them itself. */
  readonly toldBy?: 'integrator';
  /** The signer's location according to the integrator. */
  readonly geolocation?: Geolocation | undefined;
}

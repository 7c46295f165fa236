import type { Geolocation } from '../../session/signer-action.ts';

/** The signer has said where they are, or no longer wants to. */
export class PlaceEvent extends Event {
  static readonly type = 'place-chosen';
  readonly geolocation: Geolocation | undefined;

  constructor(geolocation: Geolocation | undefined) {
    super(PlaceEvent.type, { bubbles: true });
    this.geolocation = geolocation;
  }
}

declare global {
  interface HTMLElementEventMap {
    'place-chosen': PlaceEvent;
  }
}

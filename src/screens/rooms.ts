import type { ReactiveControllerHost } from 'lit';
import type { Locale } from '../i18n/locales.ts';
import type { Screen } from '../session/screen-for.ts';
import type { SessionView } from '../session/view.ts';
import type { OpenRoom, Room } from './room.ts';

/** Screens that load when they are needed. */
const ROOMS = {
  otp: async () => (await import('./otp/otp-room.ts')).otpRoom,
  purposeDisclosure: async () =>
    (await import('./purpose-disclosure/purpose-disclosure-room.ts')).disclosureRoom,
  certificate: async () => (await import('./certificate/certificate-room.ts')).certificateRoom,
  exhausted: async () => (await import('./exhausted/exhausted-room.ts')).exhaustedRoom,
} satisfies Record<string, () => Promise<Room>>;
export type RoomKind = keyof typeof ROOMS;

const ROOM_OF: Readonly<Record<string, RoomKind>> = {
  OTP_CHALLENGE: 'otp',
  OTP_VERIFY: 'otp',
  PURPOSE_DISCLOSURE: 'purposeDisclosure',
  DIGITAL_SIGN_A1: 'certificate',
};

/** Is it one that loads when it is needed? */
export function isRoom(kind: Screen['kind']): kind is RoomKind {
  return kind in ROOMS;
}

/** The rooms of one element, each loaded once. */
export class Rooms {
  readonly #host: ReactiveControllerHost;
  readonly #rooms = new Map<RoomKind, OpenRoom | 'loading' | 'failed'>();
  #locale: Locale = 'en';

  constructor(host: ReactiveControllerHost) {
    this.#host = host;
  }

  /** The locale of all of them. */
  want(locale: Locale): void {
    this.#locale = locale;
    for (const room of this.#rooms.values()) if (typeof room === 'object') room.want(locale);
  }

  /** The room with its words; until then, whether it is still on its way. Asking begins to load it. */
  get(kind: RoomKind): OpenRoom | 'loading' | 'failed' {
    const room = this.#rooms.get(kind);
    if (room === undefined) this.#open(kind);
    return typeof room === 'object' && !room.settled ? 'loading' : (room ?? 'loading');
  }

  /** Loads what the steps ahead need, while the signer reads: later the network may be gone. */
  prepare({ steps }: SessionView): void {
    for (const { type, status } of steps) {
      const kind = status === 'COMPLETED' ? undefined : ROOM_OF[type];
      // In vain, it is loaded again when it is asked for.
      if (kind !== undefined && !this.#rooms.has(kind)) void this.#load(kind, () => this.#rooms.delete(kind));
    }
  }

  /** Loads again what could not be loaded. */
  retry(): void {
    for (const [kind, room] of this.#rooms) if (room === 'failed') this.#open(kind);
  }

  #open(kind: RoomKind): void {
    void this.#load(kind, () => this.#rooms.set(kind, 'failed'));
  }

  async #load(kind: RoomKind, fail: () => void): Promise<void> {
    this.#rooms.set(kind, 'loading');
    try {
      const room = (await ROOMS[kind]())(this.#host);
      room.want(this.#locale);
      this.#rooms.set(kind, room);
    } catch {
      fail();
    }
    this.#host.requestUpdate();
  }
}

import type { ReactiveControllerHost } from 'lit';
import type { Locale } from '../i18n/locales.ts';
import type { Screen } from '../session/screen-for.ts';
import { isEnded, type SessionView } from '../session/view.ts';
import type { OpenRoom, Room } from './room.ts';

/** Screens that load when they are needed. */
const LOADERS = {
  decline: async () => (await import('./decline/decline-room.ts')).declineRoom,
  hostedStep: async () => (await import('./hosted-step/hosted-step-room.ts')).hostedStepRoom,
  waiting: async () => (await import('./waiting/waiting-room.ts')).waitingRoom,
  otp: async () => (await import('./otp/otp-room.ts')).otpRoom,
  purposeDisclosure: async () =>
    (await import('./purpose-disclosure/purpose-disclosure-room.ts')).disclosureRoom,
  certificate: async () => (await import('./certificate/certificate-room.ts')).certificateRoom,
  liveness: async () => (await import('./liveness/liveness-room.ts')).livenessRoom,
  documentPhoto: async () => (await import('./document-photo/document-photo-room.ts')).documentPhotoRoom,
  exhausted: async () => (await import('./exhausted/exhausted-room.ts')).exhaustedRoom,
} satisfies Record<string, () => Promise<Room>>;
export type RoomKind = keyof typeof LOADERS;
export type RoomLoaders = Readonly<Record<RoomKind, () => Promise<Room>>>;

/** Why there is no room: it `failed` to load, or is `lost`, because another try failed too. */
export type RoomFailure = 'failed' | 'lost';

const ROOM_OF: Readonly<Record<string, RoomKind>> = {
  OTP_CHALLENGE: 'otp',
  OTP_VERIFY: 'otp',
  BIOMETRIC_MATCH: 'waiting',
  SERPRO_IDENTITY_CHECK: 'waiting',
  PURPOSE_DISCLOSURE: 'purposeDisclosure',
  DIGITAL_SIGN_A1: 'certificate',
  BIOMETRIC_LIVENESS: 'liveness',
  DOCUMENT_PHOTO_MATCH: 'documentPhoto',
};

/** Is it one that loads when it is needed? */
export function isRoom(kind: Screen['kind']): kind is Exclude<RoomKind, 'decline'> {
  return kind in LOADERS;
}

/** The rooms of one element, each loaded once. */
export class Rooms {
  readonly #host: ReactiveControllerHost;
  readonly #loaders: RoomLoaders;
  /** `missed`: prepared in vain, which nobody has noticed. */
  readonly #rooms = new Map<RoomKind, OpenRoom | 'loading' | 'missed' | RoomFailure>();
  #locale: Locale = 'en';

  constructor(host: ReactiveControllerHost, loaders: RoomLoaders = LOADERS) {
    this.#host = host;
    this.#loaders = loaders;
  }

  /** The locale of all of them. */
  want(locale: Locale): void {
    this.#locale = locale;
    for (const room of this.#rooms.values()) if (typeof room === 'object') room.want(locale);
  }

  /** The room with its words; until then, whether it is still on its way. Asking begins to load it. */
  get(kind: RoomKind): OpenRoom | 'loading' | RoomFailure {
    const room = this.#rooms.get(kind);
    if (room === undefined || room === 'missed') {
      void this.#load(kind, 'failed');
      return 'loading';
    }
    return typeof room === 'object' && !room.ready ? 'loading' : room;
  }

  /** Loads what the steps ahead need, while the signer reads: later the network may be gone. */
  prepare(view: SessionView, assetsUrl?: string): void {
    if (isEnded(view)) return this.close();
    for (const { type, status } of view.steps) {
      const kind = status === 'COMPLETED' ? undefined : ROOM_OF[type];
      const room = kind && this.#rooms.get(kind);
      // In vain, it is loaded again when it is asked for, and not before: every update comes by here.
      if (kind !== undefined && room === undefined) void this.#load(kind, 'missed');
      if (typeof room === 'object') room.warm?.(view, assetsUrl);
    }
  }

  /** Gives up what was loaded ahead for a session; the rooms stay. */
  close(): void {
    for (const room of this.#rooms.values()) if (typeof room === 'object') room.close?.();
  }

  /**
   * Loads again what could not be loaded. Some engines never fetch a module again that failed once (HTML's
   * module map): then only loading the page helps.
   */
  retry(): void {
    for (const [kind, room] of this.#rooms) {
      if (room === 'failed' || room === 'lost') void this.#load(kind, 'lost');
    }
  }

  async #load(kind: RoomKind, inVain: 'missed' | RoomFailure): Promise<void> {
    this.#rooms.set(kind, 'loading');
    try {
      const room = (await this.#loaders[kind]())(this.#host);
      room.want(this.#locale);
      this.#rooms.set(kind, room);
    } catch {
      this.#rooms.set(kind, inVain);
    }
    this.#host.requestUpdate();
  }
}

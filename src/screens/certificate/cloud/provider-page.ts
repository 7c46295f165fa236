/** Phones: an app answers there, and browsers may close a window while it does. */
const PHONE = '(pointer: coarse) and (max-width: 40rem), (pointer: coarse) and (max-height: 30rem)';

/** Whether this page can go to the provider's and come back: on a phone, and not within a frame. */
export function goesThere(): boolean {
  return matchMedia(PHONE).matches && globalThis.top === globalThis.self;
}

/** This page's address, without what opens a session. */
export function addressToReturnTo(): string {
  const url = new URL(location.href);
  for (const name of ['cs', 'h']) url.searchParams.delete(name);
  url.hash = '';
  return url.href;
}

/** A window for the provider's page, opened by the signer's press, before its address is known. */
export class ProviderWindow {
  #window: Window | null = null;

  /** @returns whether the browser allows it */
  open(): boolean {
    this.close();
    this.#window = globalThis.open('', '_blank', 'popup,width=480,height=720');
    // The provider's page must not lead this one away.
    if (this.#window !== null) this.#window.opener = null;
    return this.#window !== null;
  }

  /** @returns false where there is no window, so that the signer has to open one */
  show(address: string): boolean {
    if (this.#window === null || this.#window.closed) return false;
    this.#window.location.replace(address);
    return true;
  }

  close(): void {
    this.#window?.close();
    this.#window = null;
  }
}

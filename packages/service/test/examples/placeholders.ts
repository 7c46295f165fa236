/** "example" in base64. */
const BASE64 = 'ZXhhbXBsZQ==';

/** How base64 of a PDF and of a JPEG begin. */
const KNOWN_BEGINNING = /^(?:JVBERi0x|\/9j\/)/;

/** Members that differ from run to run without looking like it. */
const BY_NAME: Readonly<Record<string, unknown>> = {
  client_secret: 'example',
  latency: 1,
  requestId: '0b9f3c4e-6a0d-4c57-9e21-2f6d5d0f8a11',
  delivery: 'sent',
  certificateSerial: '4A1F00C2',
  byteRange: [0, 1000, 25_000, 500],
  x: 'A'.repeat(43),
  y: 'A'.repeat(43),
};

/** Replaces what is secret, random or long by values that are recognised as examples. The same become the same. */
export class Placeholders {
  readonly #addresses: Readonly<Record<string, string>>;
  readonly #shown = new Map<string, string>();
  readonly #counts = new Map<string, number>();

  /** @param addresses what to show instead of each */
  constructor(addresses: Readonly<Record<string, string>>) {
    this.#addresses = addresses;
  }

  value(raw: unknown, name = ''): unknown {
    if (name in BY_NAME) return BY_NAME[name];
    if (Array.isArray(raw)) return raw.map(one => this.value(one));
    if (typeof raw === 'string') return this.#text(raw);
    if (typeof raw !== 'object' || raw === null) return raw;
    return Object.fromEntries(Object.entries(raw).map(([key, member]) => [key, this.value(member, key)]));
  }

  #text(raw: string): string {
    let text = raw;
    for (const [address, shown] of Object.entries(this.#addresses)) text = text.replaceAll(address, shown);
    return (
      text
        .replaceAll(/-----BEGIN CERTIFICATE-----[^-]+-/g, `-----BEGIN CERTIFICATE-----\n${BASE64}\n-`)
        .replaceAll(/eyJ[\w-]+\.[\w-]+\.[\w-]+/g, 'eyJhbGciOiJIUzI1NiJ9.example')
        .replaceAll(/\b(whsec|cs)_[\w-]{20,}/g, '$1_example')
        .replaceAll(/(?<=[?&](?:signature|h|t)=)[\w-]+/g, 'example')
        // 16 bytes in base64url: the code of a handover.
        .replace(/^(?=.*[A-Z0-9])[\w-]{21}[AQgw]$/, 'example')
        // Hashes and nonces, before longer base64. Zeros alone are no hash.
        .replaceAll(/(?<!\w)(?!0+(?!\w))(?:[0-9a-f]{64}|[0-9a-f]{32})(?!\w)/g, found =>
          this.#numbered(found, ''),
        )
        .replaceAll(/\b[a-z]{2,3}_(?:[0-9A-HJKMNP-TV-Z]{26}|[0-9a-f]{32})\b/g, found =>
          this.#numbered(found, `${found.split('_', 1)[0]}_EXAMPLE`),
        )
        .replaceAll(/(?<![\w+/])(?!0{31})[\w+/]{60,}={0,2}/g, found =>
          KNOWN_BEGINNING.test(found) ? found.slice(0, 16) : BASE64,
        )
    );
  }

  /** A text as long, with a number by first appearance. */
  #numbered(found: string, prefix: string): string {
    const known = this.#shown.get(found);
    if (known !== undefined) return known;
    const number = (this.#counts.get(prefix) ?? 0) + 1;
    this.#counts.set(prefix, number);
    const shown = prefix + String(number).padStart(found.length - prefix.length, '0');
    this.#shown.set(found, shown);
    return shown;
  }
}

/**
 * Tells the developer, once, that the service means to withdraw what the widget uses: `Deprecation` (RFC 9745)
 * and `Sunset` (RFC 8594). The signer is not concerned.
 */
export class DeprecationNotice {
  #given = false;

  look({ headers }: Response): void {
    const [deprecation, sunset] = [headers.get('Deprecation'), headers.get('Sunset')];
    if (this.#given || (deprecation === null && sunset === null)) return;
    this.#given = true;
    console.warn(
      `<sign-session>: the service will withdraw this version of its interface (Deprecation: ${deprecation}, Sunset: ${sunset}).`,
    );
  }
}

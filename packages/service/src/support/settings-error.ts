/** An invalid setting; the message names it and says what is valid. */
export class SettingsError extends Error {
  override readonly name = 'SettingsError';
}

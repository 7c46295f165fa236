/** A setting from the environment that cannot be right; the message names it and says what would be. */
export class SettingsError extends Error {
  override readonly name = 'SettingsError';
}

import type { Settings } from './settings.ts';

/** The settings should be others. */
export class SettingsChangedEvent extends Event {
  static readonly type = 'settings-changed';
  readonly settings: Settings;

  constructor(settings: Settings) {
    super(SettingsChangedEvent.type, { bubbles: true, composed: true });
    this.settings = settings;
  }
}

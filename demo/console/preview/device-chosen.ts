import type { DeviceSettings } from './devices.ts';

/** The widget should be shown on another device. */
export class DeviceChosenEvent extends Event {
  static readonly type = 'device-chosen';
  readonly device: DeviceSettings;

  constructor(device: DeviceSettings) {
    super(DeviceChosenEvent.type, { bubbles: true, composed: true });
    this.device = device;
  }
}

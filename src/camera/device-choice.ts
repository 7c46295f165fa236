/** A camera as pages see it; the label is empty until the signer has allowed a camera. */
export interface CameraDevice {
  readonly deviceId: string;
  readonly label: string;
}

/** Infrared or depth cameras, which are for unlocking the device. */
const INFRARED = /\binfra\s?red\b|\bIR\b|windows hello|depth|\btof\b/i;
/** Software cameras, which can show anything. */
const VIRTUAL = /virtual|\bobs\b|manycam|snap camera|xsplit|droidcam|iriun|epoccam|ndi\b|mmhmm|camtwist/i;
const FRONT = /front|user|facetime|frontal|delantera|integrated|integrada|built-in/i;
const BACK = /back|rear|environment|traseir|trasera/i;

/** The cameras in the order in which they are offered: front ones first, infrared and virtual ones last. */
export function rankCameras(devices: readonly CameraDevice[]): CameraDevice[] {
  return devices.toSorted((a, b) => rankOf(a) - rankOf(b));
}

/** Should it be used only if there is no other camera? */
export function isLastResort({ label }: Pick<CameraDevice, 'label'>): boolean {
  return INFRARED.test(label) || VIRTUAL.test(label);
}

function rankOf(device: CameraDevice): number {
  if (INFRARED.test(device.label)) return 4;
  if (VIRTUAL.test(device.label)) return 3;
  if (BACK.test(device.label)) return 2;
  return FRONT.test(device.label) ? 0 : 1;
}

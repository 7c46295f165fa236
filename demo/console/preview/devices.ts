/** The devices that the widget's layouts are made for, in CSS pixels, upright. */
export const DEVICES = [
  ['phone', 'Phone', 360, 640],
  ['tablet', 'Tablet', 768, 1024],
  ['desktop', 'Desktop', 1280, 800],
] as const satisfies readonly (readonly [string, string, number, number])[];

const DEVICE_NAMES = ['phone', 'tablet', 'desktop', 'own'] as const;
type DeviceName = (typeof DEVICE_NAMES)[number];

const SCHEMES = ['auto', 'light', 'dark'] as const;
type Scheme = (typeof SCHEMES)[number];

export const NARROWEST = 240;
export const WIDEST = 2560;

/** The device that the widget is shown on. */
export interface DeviceSettings {
  readonly device: DeviceName;
  readonly width: number;
  readonly height: number;
  readonly landscape: boolean;
  readonly scheme: Scheme;
  /** Empty for the session's locale. */
  readonly locale: string;
}

export const DEFAULT_DEVICE: DeviceSettings = {
  device: 'phone',
  width: 360,
  height: 640,
  landscape: false,
  scheme: 'auto',
  locale: '',
};

/** Other common sizes. */
export const SIZES = [
  ['320 × 568', 320, 568],
  ['360 × 640', 360, 640],
  ['390 × 844', 390, 844],
  ['430 × 932', 430, 932],
  ['768 × 1024', 768, 1024],
  ['1280 × 800', 1280, 800],
  ['1440 × 900', 1440, 900],
] as const satisfies readonly (readonly [string, number, number])[];

export function clampSize(value: number): number {
  return Number.isFinite(value) ? Math.min(WIDEST, Math.max(NARROWEST, Math.round(value))) : NARROWEST;
}

/** A device at its usual size. */
export function withDevice(settings: DeviceSettings, device: DeviceName): DeviceSettings {
  const [, , width, height] = DEVICES.find(([name]) => name === device) ?? [];
  if (width === undefined || height === undefined) return { ...settings, device };
  return { ...settings, device, width, height };
}

/** The visible size: width and height swapped in landscape. */
export function shownSize({ width, height, landscape }: DeviceSettings): { width: number; height: number } {
  return landscape ? { width: height, height: width } : { width, height };
}

/** The scale at which `count` devices side by side, with `gap` between and around them, fit into a space; at most 1. */
export function fittingScale(
  space: { readonly width: number; readonly height: number },
  device: { readonly width: number; readonly height: number },
  { count, gap, smallest }: { readonly count: number; readonly gap: number; readonly smallest: number },
): number {
  const wide = (space.width - gap * (count + 1)) / (device.width * count);
  const high = (space.height - gap * 2) / device.height;
  return Math.max(smallest, Math.min(1, wide, high));
}

/** Reads a device from an address; unknown or invalid values are replaced by the default. */
export function deviceFrom(read: (name: string) => string | undefined): DeviceSettings {
  const device = DEVICE_NAMES.find(name => name === read('device')) ?? DEFAULT_DEVICE.device;
  const usual = withDevice(DEFAULT_DEVICE, device);
  const size = (name: 'width' | 'height') => {
    const value = Number(read(name) ?? '');
    return value > 0 ? clampSize(value) : usual[name];
  };
  return {
    device,
    width: size('width'),
    height: size('height'),
    landscape: read('landscape') === 'true',
    scheme: SCHEMES.find(name => name === read('scheme')) ?? DEFAULT_DEVICE.scheme,
    locale: ['pt-BR', 'en', 'es'].find(locale => locale === read('locale')) ?? '',
  };
}

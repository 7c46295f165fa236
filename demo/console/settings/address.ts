import { DEFAULT_VALUES, SIGNER_POINTERS } from '../session-form/fields.ts';
import { DEFAULT_DEVICE, deviceFrom, type DeviceSettings } from '../preview/devices.ts';
import {
  DEFAULT_SETTINGS,
  OWN_SIGNER,
  SAMPLES,
  SUBJECTS,
  withTestSigner,
  type Settings,
} from './settings.ts';

/** What a link to the console brings back. */
export interface Shared {
  readonly settings: Settings;
  readonly device: DeviceSettings;
  /** The scenario that the settings come from. */
  readonly scenario: string | undefined;
}

/** What a signer can be recognised by. It never stands in an address; test signers stand there by their name. */
const PERSONAL: readonly string[] = [...SIGNER_POINTERS, '/signer/phone', '/owner/email'];

/** `/policy/profile` as `policy.profile`, which an address takes as it is. */
const nameOf = (pointer: string): string => pointer.slice(1).replaceAll('/', '.');

/**
 * The settings as the fragment of an address, which browsers do not send to servers: whatever differs from the
 * defaults. The data of a signer and the name of a file are left out.
 */
export function toFragment({ settings, device, scenario }: Shared): string {
  const { subject, sample, testSigner, values } = settings;
  const entries = new URLSearchParams();
  const put = (name: string, value: string, usual: string) => {
    if (value !== usual) entries.set(name, value);
  };
  if (scenario !== undefined) entries.set('scenario', scenario);
  put('subject', subject, DEFAULT_SETTINGS.subject);
  put('pdf', sample === 'file' ? DEFAULT_SETTINGS.sample : sample, DEFAULT_SETTINGS.sample);
  if (testSigner !== OWN_SIGNER) put('signer', testSigner, DEFAULT_SETTINGS.testSigner);
  for (const [pointer, usual] of Object.entries(DEFAULT_VALUES)) {
    if (!PERSONAL.includes(pointer)) put(nameOf(pointer), values[pointer] ?? usual, usual);
  }
  for (const [name, usual] of Object.entries(DEFAULT_DEVICE)) {
    put(`device.${name}`, String(Reflect.get(device, name)), String(usual));
  }
  return entries.toString();
}

/** Reads what {@link toFragment} wrote; what is unknown or wrong is left at its default. */
export function fromFragment(fragment: string): Shared {
  const entries = new URLSearchParams(fragment.replace(/^#/, ''));
  const read = (name: string): string | undefined => entries.get(name) ?? undefined;
  const values = Object.keys(DEFAULT_VALUES)
    .filter(pointer => !PERSONAL.includes(pointer))
    .flatMap(pointer => {
      const value = read(nameOf(pointer));
      return value === undefined ? [] : [[pointer, value] as const];
    });
  const settings: Settings = {
    ...DEFAULT_SETTINGS,
    subject: SUBJECTS.find(([subject]) => subject === read('subject'))?.[0] ?? DEFAULT_SETTINGS.subject,
    sample: SAMPLES.find(([sample]) => sample === read('pdf'))?.[0] ?? DEFAULT_SETTINGS.sample,
    values: { ...DEFAULT_SETTINGS.values, ...Object.fromEntries(values) },
  };
  return {
    settings: withTestSigner(settings, read('signer') ?? DEFAULT_SETTINGS.testSigner),
    device: deviceFrom(name => read(`device.${name}`)),
    scenario: read('scenario'),
  };
}

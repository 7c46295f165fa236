import { DEFAULT_VALUES, SIGNER_POINTERS } from '../session-form/fields.ts';
import { DEFAULT_DEVICE, deviceFrom, type DeviceSettings } from '../preview/devices.ts';
import { settingsOf } from '../scenarios/scenario.ts';
import { findScenario } from '../scenarios/scenarios.ts';
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

/** What the settings are before anything is changed. */
function usualSettings(scenario: string | undefined): Settings {
  const found = findScenario(scenario);
  return found === undefined ? DEFAULT_SETTINGS : settingsOf(found);
}

/**
 * The settings as the fragment of an address, which browsers do not send to servers: whatever differs from the scenario
 * or the defaults. The data of a signer and the name of a file are left out.
 */
export function toFragment({ settings, device, scenario }: Shared): string {
  const { subject, sample, testSigner, values } = settings;
  const usual = usualSettings(scenario);
  const entries = new URLSearchParams();
  const put = (name: string, value: string, otherwise: string) => {
    if (value !== otherwise) entries.set(name, value);
  };
  if (scenario !== undefined) entries.set('scenario', scenario);
  put('subject', subject, usual.subject);
  put('pdf', sample === 'file' ? usual.sample : sample, usual.sample);
  if (testSigner !== OWN_SIGNER) put('signer', testSigner, usual.testSigner);
  for (const [pointer, text] of Object.entries(usual.values)) {
    if (!PERSONAL.includes(pointer)) put(nameOf(pointer), values[pointer] ?? text, text);
  }
  for (const [name, value] of Object.entries(DEFAULT_DEVICE)) {
    put(`device.${name}`, String(Reflect.get(device, name)), String(value));
  }
  return entries.toString();
}

/** Reads what {@link toFragment} wrote; what is unknown or wrong is left as usual. */
export function fromFragment(fragment: string): Shared {
  const entries = new URLSearchParams(fragment.replace(/^#/, ''));
  const read = (name: string): string | undefined => entries.get(name) ?? undefined;
  const scenario = findScenario(read('scenario'))?.id;
  const usual = usualSettings(scenario);
  const signer = read('signer');
  const base = signer === undefined ? usual : withTestSigner(usual, signer);
  const values = Object.keys(DEFAULT_VALUES)
    .filter(pointer => !PERSONAL.includes(pointer))
    .flatMap(pointer => {
      const value = read(nameOf(pointer));
      return value === undefined ? [] : [[pointer, value] as const];
    });
  const settings: Settings = {
    ...base,
    subject: SUBJECTS.find(([subject]) => subject === read('subject'))?.[0] ?? base.subject,
    sample: SAMPLES.find(([sample]) => sample === read('pdf'))?.[0] ?? base.sample,
    values: { ...base.values, ...Object.fromEntries(values) },
  };
  return { settings, device: deviceFrom(name => read(`device.${name}`)), scenario };
}

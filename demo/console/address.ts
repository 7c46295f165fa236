import { DEFAULT_VALUES, SIGNER_POINTERS } from './settings/fields.ts';
import { DEFAULT_DEVICE, deviceFrom, type DeviceSettings } from './preview/devices.ts';
import { settingsOf } from './scenarios/scenario.ts';
import { findScenario } from './scenarios/scenarios.ts';
import {
  DEFAULT_SETTINGS,
  OWN_SIGNER,
  SAMPLES,
  SUBJECTS,
  withTestSigner,
  type Settings,
} from './settings/settings.ts';

/** The state that a link to the console restores. */
interface LinkState {
  readonly settings: Settings;
  readonly device: DeviceSettings;
  /** The scenario that the settings come from. */
  readonly scenario: string | undefined;
}

/** Personal data of a signer, which is never put into an address. Test signers are named there by their id. */
const PERSONAL: readonly string[] = [...SIGNER_POINTERS, '/signer/phone', '/owner/email'];

/** `/policy/profile` as `policy.profile`, which needs no encoding in an address. */
const nameOf = (pointer: string): string => pointer.slice(1).replaceAll('/', '.');

/** The scenario's settings, or the defaults. */
function initialSettings(scenario: string | undefined): Settings {
  const found = findScenario(scenario);
  return found === undefined ? DEFAULT_SETTINGS : settingsOf(found);
}

/**
 * The settings as the fragment of an address, which browsers do not send to servers: whatever differs from the scenario
 * or the defaults. The data of a signer and the name of a file are left out.
 */
export function toFragment({ settings, device, scenario }: LinkState): string {
  const { subject, sample, testSigner, values } = settings;
  const initial = initialSettings(scenario);
  const entries = new URLSearchParams();
  const put = (name: string, value: string, otherwise: string) => {
    if (value !== otherwise) entries.set(name, value);
  };
  if (scenario !== undefined) entries.set('scenario', scenario);
  put('subject', subject, initial.subject);
  put('pdf', sample === 'file' ? initial.sample : sample, initial.sample);
  if (testSigner !== OWN_SIGNER) put('signer', testSigner, initial.testSigner);
  for (const [pointer, text] of Object.entries(initial.values)) {
    if (!PERSONAL.includes(pointer)) put(nameOf(pointer), values[pointer] ?? text, text);
  }
  for (const [name, value] of Object.entries(DEFAULT_DEVICE)) {
    put(`device.${name}`, String(Reflect.get(device, name)), String(value));
  }
  return entries.toString();
}

/** Reads what {@link toFragment} wrote; unknown or invalid values are ignored. */
export function fromFragment(fragment: string): LinkState {
  const entries = new URLSearchParams(fragment.replace(/^#/, ''));
  const read = (name: string): string | undefined => entries.get(name) ?? undefined;
  const scenario = findScenario(read('scenario'))?.id;
  const initial = initialSettings(scenario);
  const signer = read('signer');
  const base = signer === undefined ? initial : withTestSigner(initial, signer);
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

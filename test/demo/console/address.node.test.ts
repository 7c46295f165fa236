import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { DEFAULT_DEVICE, withDevice } from '../../../demo/console/preview/devices.ts';
import { settingsOf } from '../../../demo/console/scenarios/scenario.ts';
import { findScenario } from '../../../demo/console/scenarios/scenarios.ts';
import { fromFragment, toFragment } from '../../../demo/console/address.ts';
import {
  DEFAULT_SETTINGS,
  withTestSigner,
  withValue,
  type Settings,
} from '../../../demo/console/settings/settings.ts';

const shared = (settings: Settings, device = DEFAULT_DEVICE) => ({ settings, device, scenario: undefined });

describe('the console’s address', () => {
  it('is empty as long as everything is as usual', () => {
    assert.equal(toFragment(shared(DEFAULT_SETTINGS)), '');
    assert.deepEqual(fromFragment(''), shared(DEFAULT_SETTINGS));
  });

  it('brings settings, device and scenario back', () => {
    const settings: Settings = {
      ...withValue(
        withValue(withTestSigner(DEFAULT_SETTINGS, 'base-down'), '/policy/profile', 'BIOMETRIC_SERPRO'),
        '/appearance/title',
        'Assine & devolva #1',
      ),
      subject: 'envelope',
      sample: '50',
    };
    const device = { ...withDevice(DEFAULT_DEVICE, 'tablet'), landscape: true, scheme: 'dark' as const };
    const all = { settings, device, scenario: 'base-differs' };
    assert.deepEqual(fromFragment(`#${toFragment(all)}`), all);
  });

  it('holds of a scenario only what was changed', () => {
    const settings = settingsOf(findScenario('certificate-ecnpj') ?? assert.fail());
    const all = { settings, device: DEFAULT_DEVICE, scenario: 'certificate-ecnpj' };
    assert.equal(toFragment(all), 'scenario=certificate-ecnpj');
    assert.deepEqual(fromFragment('scenario=certificate-ecnpj'), all);
    const changed = { ...all, settings: withValue(settings, '/policy/profile', 'CLICK_ONLY') };
    assert.deepEqual(fromFragment(toFragment(changed)), changed);
  });

  it('never holds the data of a signer, nor where an invitation goes', () => {
    let settings = DEFAULT_SETTINGS;
    for (const pointer of Object.keys(settings.values)) {
      if (/^\/(signer|owner)\//.test(pointer) && !/Channel/.test(pointer))
        settings = withValue(settings, pointer, 'Joana 390.533.447-05');
    }
    assert.equal(toFragment(shared(settings)), '');
  });

  it('leaves what it does not know at its default', () => {
    const wrong = '#subject=poem&pdf=9&signer=me&device.device=watch&device.width=-3&device.scheme=red&x=y';
    assert.deepEqual(fromFragment(wrong), shared(DEFAULT_SETTINGS));
  });
});

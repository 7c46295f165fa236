import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { shiftText } from '../../../demo/console/conditions/conditions.ts';

describe('how far the service’s clock is from the device’s', () => {
  for (const [seconds, words] of [
    [0, 'true time'],
    [-2, 'true time'],
    [30, '30 s ahead'],
    [59.7, '1 min ahead'],
    [300, '5 min ahead'],
    [3599, '1 h ahead'],
    [-3600, '1 h behind'],
    [90_061, '1 d 1 h 1 min ahead'],
  ] as const) {
    it(`is ${words} at ${seconds} s`, () => {
      assert.equal(shiftText(seconds * 1000), words);
    });
  }
});

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  DEFAULT_DEVICE,
  fittingScale,
  shownSize,
  withDevice,
} from '../../../demo/console/preview/devices.ts';

const options = { count: 1, gap: 20, smallest: 0.35 };

describe('a device of the console', () => {
  it('is never drawn larger than it is, and smaller where the room is', () => {
    const device = { width: 360, height: 640 };
    assert.equal(fittingScale({ width: 2000, height: 2000 }, device, options), 1);
    assert.equal(fittingScale({ width: 220, height: 2000 }, device, options), 0.5);
    assert.equal(fittingScale({ width: 2000, height: 360 }, device, options), 0.5);
    assert.equal(fittingScale({ width: 440, height: 2000 }, device, { ...options, count: 2 }), 380 / 720);
    assert.equal(fittingScale({ width: 10, height: 10 }, device, options), 0.35);
  });

  it('lies on its side in landscape', () => {
    assert.deepEqual(shownSize({ ...DEFAULT_DEVICE, landscape: true }), { width: 640, height: 360 });
    assert.deepEqual(shownSize(withDevice(DEFAULT_DEVICE, 'tablet')), { width: 768, height: 1024 });
  });
});

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { keyboardInset } from '../../src/ui/keyboard-inset.ts';

describe('the part of the window that an on-screen keyboard covers', () => {
  it('is what the visual viewport lacks below', () => {
    assert.equal(keyboardInset(640, { height: 380, offsetTop: 0, scale: 1 }), 260);
    assert.equal(keyboardInset(640, { height: 380, offsetTop: 100, scale: 1 }), 160);
  });

  it('is nothing for the browser’s own bars, a page zoomed by pinching, or a browser that does not say', () => {
    assert.equal(keyboardInset(640, { height: 584, offsetTop: 0, scale: 1 }), 0);
    assert.equal(keyboardInset(640, { height: 320, offsetTop: 0, scale: 2 }), 0);
    assert.equal(keyboardInset(640, null), 0);
  });
});

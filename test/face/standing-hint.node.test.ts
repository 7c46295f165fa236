import assert from 'node:assert/strict';
import { it } from 'node:test';
import { StandingHint } from '../../src/face/gates.ts';

it('a hint stands for 700 ms, however often another one would hold', () => {
  const hint = new StandingHint<string>();
  assert.equal(hint.show('closer', 0), 'closer');
  for (let at = 10; at < 700; at += 10)
    assert.equal(hint.show(at % 20 === 0 ? 'light' : 'closer', at), 'closer');
  assert.equal(hint.show('light', 700), 'light');
  assert.equal(hint.show('closer', 1300), 'light');
  assert.equal(hint.show('closer', 1400), 'closer');
});

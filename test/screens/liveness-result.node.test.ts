import assert from 'node:assert/strict';
import { describe, it, mock } from 'node:test';
import { CapturedPresence } from '../../src/screens/liveness/liveness-attempt.ts';

/** As the service gets it: whole milliseconds. */
const sent = (at: number): number => Date.parse(new Date(at).toISOString());

describe('what was captured', () => {
  it('has the next action begin when the one before it ends, however long the conversion takes', () => {
    // The device's clock has whole milliseconds; the page's goes on meanwhile.
    let now = 5000;
    mock.method(performance, 'now', () => (now += 0.137));
    mock.method(Date, 'now', () => 1_800_000_000_000);
    try {
      for (let at = 1000; at < 1010; at += 0.1) {
        const captured = new CapturedPresence(['CENTER', 'SMILE'], 500);
        captured.add('CENTER', at, new Blob());
        captured.add('SMILE', at, new Blob());
        const { actions, frames } = captured.finish(
          [
            { action: 'CENTER', startedAt: 500, passedAt: at },
            { action: 'SMILE', startedAt: at, passedAt: at + 300 },
          ],
          8,
        );
        const [first, second] = actions;
        assert.ok(sent(second?.startedAt ?? 0) >= sent(first?.passedAt ?? 0), `at ${at}`);
        assert.ok(sent(frames[1]?.capturedAt ?? 0) >= sent(frames[0]?.capturedAt ?? 0), `at ${at}`);
      }
    } finally {
      mock.restoreAll();
    }
  });
});

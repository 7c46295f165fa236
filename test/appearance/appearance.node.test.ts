import assert from 'node:assert/strict';
import { test } from 'node:test';
import { mergeAppearance } from '../../src/appearance/appearance.ts';

test('the host page’s looks go over the service’s, field by field', () => {
  const merged = mergeAppearance({ brandColor: '#111111', title: 'Sign' }, { brandColor: '#222222' });
  assert.deepEqual(merged, { brandColor: '#222222', title: 'Sign' });
});

test('what is no look is left out, wherever it comes from', () => {
  const odd = { brandColor: 5, logoUrl: null, companyName: undefined, title: {}, borderRadius: true };
  assert.deepEqual(mergeAppearance(odd, odd), {});
  assert.deepEqual(mergeAppearance({ title: 'Sign', borderRadius: 4 }, odd), {
    title: 'Sign',
    borderRadius: 4,
  });
  for (const nothing of [undefined, null, 5, true, []])
    assert.deepEqual(mergeAppearance(nothing, nothing), {});
});

test('a button’s text that could not be told in evidence is left out', () => {
  for (const submitLabel of [
    'Agree\nand sign',
    'Agree\tand sign',
    ' ',
    '\u200b',
    'x'.repeat(101),
    'a\u202eb',
    '\ud800',
    '\ufffd',
  ])
    assert.deepEqual(mergeAppearance({ submitLabel: 'Sign' }, { submitLabel }), { submitLabel: 'Sign' });
  for (const submitLabel of ['Concordar e assinar', '✍️ وقّع'])
    assert.deepEqual(mergeAppearance({}, { submitLabel }), { submitLabel });
});

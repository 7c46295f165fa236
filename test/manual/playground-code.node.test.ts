import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { playgroundCode } from '../../docs/.vitepress/theme/playground-code.ts';

describe('the playground’s code', () => {
  it('has the fields that say something, quoted', () => {
    const settings = {
      brandColor: '#1f5eff',
      backgroundColor: '#ffffff',
      textColor: '#14171c',
      borderRadius: '8px',
      companyName: 'Shop "S.A."',
      title: '',
      submitLabel: '',
      headerStyle: 'full',
      colorScheme: 'dark',
      locale: 'pt-BR',
    };
    const code = playgroundCode(settings);
    const element: Record<string, unknown> = {};
    // oxlint-disable-next-line typescript/no-implied-eval -- runs what readers copy
    new Function('element', code)(element);
    const { title: _title, submitLabel: _label, colorScheme, locale, ...appearance } = settings;
    assert.deepEqual(element, { appearance, colorScheme, locale });
  });
});

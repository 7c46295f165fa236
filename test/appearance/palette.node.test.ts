import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { contrast, parseHex, type Rgb } from '../../src/appearance/color.ts';
import { palette, type Scheme, tokenSheet } from '../../src/appearance/tokens.ts';

const SCHEMES: readonly Scheme[] = ['light', 'dark'];

/** Each text token with every ground it stands on somewhere in the widget. */
const TEXTS: readonly (readonly [text: string, grounds: readonly string[]])[] = [
  ['ink', ['surface', 'backdrop', 'hover', 'warn-soft', 'bad-soft']],
  ['ink-2', ['surface', 'backdrop', 'hover', 'warn-soft', 'bad-soft']],
  ['brand-text', ['surface', 'backdrop', 'hover', 'brand-soft']],
  ['on-brand', ['brand', 'brand-hover']],
  ['good', ['surface', 'good-soft']],
  ['bad', ['surface', 'bad-soft']],
  ['surface', ['bad']],
  ['warn', ['surface', 'warn-soft']],
];
const CONTROLS: readonly (readonly [control: string, grounds: readonly string[]])[] = [
  ['brand', ['surface', 'backdrop']],
  ['brand-hover', ['surface', 'backdrop']],
  ['focus', ['surface', 'backdrop']],
  ['line-strong', ['surface', 'backdrop']],
];

/** A grid of the RGB cube with its corners, and greys: 125 colours and 17 greys. */
const COLORS = [
  ...[0, 64, 128, 192, 255].flatMap(r =>
    [0, 64, 128, 192, 255].flatMap(g => [0, 64, 128, 192, 255].map(b => [r, g, b])),
  ),
  ...Array.from({ length: 17 }, (_, step) => [step * 15, step * 15, step * 15]),
].map(color => `#${color.map(channel => channel.toString(16).padStart(2, '0')).join('')}`);

function read(colors: Readonly<Record<string, string>>, token: string): Rgb {
  const color = parseHex(colors[token]);
  assert(color, `${token} is a colour`);
  return color;
}

function check(appearance: Parameters<typeof palette>[0], scheme: Scheme): void {
  const colors = palette(appearance, scheme);
  for (const [pairs, least] of [
    [TEXTS, 4.5],
    [CONTROLS, 3],
  ] as const) {
    for (const [token, grounds] of pairs) {
      for (const ground of grounds) {
        const ratio = contrast(read(colors, token), read(colors, ground));
        const where = `${token} on ${ground}, ${scheme}, ${JSON.stringify(appearance)}: ${ratio.toFixed(2)}`;
        assert(ratio >= least, where);
      }
    }
  }
}

describe('the palette', () => {
  for (const scheme of SCHEMES) {
    it(`can be read with any brand colour (${scheme})`, () => {
      for (const brandColor of COLORS) check({ brandColor }, scheme);
    });

    it(`can be read with any background, text and button text colour (${scheme})`, () => {
      for (const color of COLORS) {
        check({ backgroundColor: color }, scheme);
        check(
          { backgroundColor: color, textColor: color, brandColor: color, buttonTextColor: color },
          scheme,
        );
      }
    });
  }

  it('keeps a brand colour that can be seen as it is', () => {
    assert.equal(palette({ brandColor: '#0b6b57' }, 'light')['brand'], '#0b6b57');
    assert.equal(palette({ brandColor: '#1F5EFF' }, 'light')['brand'], '#1f5eff');
  });

  it('uses a background in the scheme it fits', () => {
    assert.equal(palette({ backgroundColor: '#fdf6e3' }, 'light')['surface'], '#fdf6e3');
    assert.equal(palette({ backgroundColor: '#fdf6e3' }, 'dark')['surface'], '#15181d');
    assert.equal(palette({ backgroundColor: '#002b36' }, 'dark')['surface'], '#002b36');
  });

  it('leaves out what is no colour', () => {
    for (const brandColor of ['red', '#12', 'url(x)', '', '#1f5eff;}']) {
      assert.equal(palette({ brandColor }, 'light')['brand'], '#1f5eff');
    }
  });
});

describe('the token sheet', () => {
  it('takes only a font list from a font family, and a radius within reason', () => {
    assert.match(tokenSheet({ fontFamily: '"Open Sans", Georgia' }), /--font: "Open Sans", Georgia, Inter/);
    for (const fontFamily of ['x; } :host { display: none', 'url(//evil)', '"a', 'a}', 'a/*']) {
      assert.match(tokenSheet({ fontFamily }), /--font: Inter/);
    }
    for (const fontFamily of ['Source Sans 3', 'Exo 2', '42dot Sans', 'inherit', 'My initial'])
      assert.match(tokenSheet({ fontFamily }), new RegExp(`--font: "${fontFamily}", Inter`));
    for (const fontFamily of ['Georgia, serif', '-apple-system, BlinkMacSystemFont', 'Arial, ui-serif'])
      assert.match(tokenSheet({ fontFamily }), new RegExp(`--font: ${fontFamily}, Inter`));
    for (const fontFamily of ['', ' ', '-', 'Georgia,'])
      assert.match(tokenSheet({ fontFamily }), /--font: Inter/);
    assert.match(tokenSheet({ borderRadius: '0.5rem' }), /--radius-control: 8px/);
    assert.match(tokenSheet({ borderRadius: -3 }), /--radius-control: 8px/);
    assert.match(tokenSheet({ borderRadius: '4px' }), /--radius-control: 4px; --radius: 6px/);
    assert.match(tokenSheet({ borderRadius: 400 }), /--radius-control: 32px/);
    assert.match(tokenSheet({ borderRadius: '1em; }' }), /--radius-control: 8px/);
  });
});

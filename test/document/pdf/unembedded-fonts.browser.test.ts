import { expect } from '@open-wc/testing';
import { otherCode, unembeddedFontPdf, type UnembeddedText } from '../../support/unembedded-font-pdf.ts';
import { inkOf } from '../conformance/picture-comparison.ts';
import { newViewer, shownViewer, until } from './shown-viewer.ts';

const LINES = ['não há multa de R$ 1.250,00', 'Pagará ao João € 987.654,32 à vista'];

/** The page as it is painted, once the signer is told of the font. */
async function pictureOf(text: Partial<UnembeddedText>): Promise<ImageData> {
  const shown = await shownViewer(unembeddedFontPdf({ baseFont: 'Arial', lines: LINES, ...text }));
  await until(() => shown.warnings.includes('font-not-embedded'), 'the warning');
  expect(shown.warnings).to.deep.equal(['font-not-embedded']);
  expect(shown.warningPages.get('font-not-embedded')).to.deep.equal([1]);
  const canvas = shown.pages.querySelector('canvas');
  const picture = canvas?.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height);
  if (picture === undefined) throw new Error('Nothing is painted.');
  return picture;
}

function pixelsApart(one: ImageData, other: ImageData): number {
  return one.data.filter((value, at) => at % 4 === 0 && value !== other.data[at]).length;
}

describe('text in a font that is not in the file', () => {
  for (const baseFont of ['TimesNewRoman', 'Arial', 'CourierNew', 'Helvetica', 'Times-Roman', 'ArialMT']) {
    it(`is drawn as the file says that it reads, whatever its glyph numbers: ${baseFont}`, async () => {
      const picture = await pictureOf({ baseFont });
      expect(inkOf(picture)).to.be.greaterThan(0.002);
      // Another program numbers the glyphs otherwise, and means the same words.
      expect(pixelsApart(picture, await pictureOf({ baseFont, codeOf: otherCode }))).to.equal(0);
      const other = ['não há multa de R$ 9.250,00', LINES[1] ?? ''];
      expect(pixelsApart(picture, await pictureOf({ baseFont, lines: other }))).to.be.greaterThan(10);
    });
  }

  for (const [what, text] of [
    ['of a kind whose map pdf.js ignores', { subtype: 'CIDFontType0' }],
    ['that pdf.js takes for symbols', { baseFont: 'OwnSymbols' }],
  ] as const) {
    it(`is not shown in a font ${what}: other characters would be drawn`, async () => {
      const file = unembeddedFontPdf({ baseFont: 'Arial', lines: LINES, ...text });
      const shown = await newViewer();
      const error: unknown = await shown.viewer.show(file).catch((thrown: unknown) => thrown);
      expect(error).to.include({ name: 'UnreadableError', problem: 'unknownCharacters' });
      expect(shown.pages.querySelector('canvas')).to.equal(null);
    });
  }
});

import { expect } from '@open-wc/testing';
import { popplerPicture, testAsset } from '../../support/runner-page.ts';
import { shownPane } from '../shown-pane.ts';
import { jpegImage } from './image-files.ts';
import { decodedPicture, pagePicture } from './page-picture.ts';
import { differenceOf, inkOf } from './picture-comparison.ts';
import { imagePage, PICTURE_FILES, smallPrint, standardFonts } from './picture-files.ts';

type Bytes = Uint8Array<ArrayBuffer>;

/** Wide enough that small print differs where a word is missing. */
const PANE = { width: 780, height: 560 };

/** A page as the pane shows it. */
async function ours(bytes: Bytes, page = 1): Promise<ImageData> {
  return pagePicture(await shownPane(bytes, PANE), page);
}

/** The same page as Poppler shows it; skips the test where there is none. */
async function theirs(test: Mocha.Context, bytes: Bytes, like: ImageData, page = 1): Promise<ImageData> {
  const { width, height } = like;
  const picture = await popplerPicture(bytes, { page, width, height });
  if (picture === undefined) return test.skip();
  return decodedPicture(picture);
}

/**
 * Files of others: forms, annotations, other scripts, boxes, images. Those that Poppler itself draws otherwise than
 * their makers meant are left out.
 */
const COMPARED_SAMPLES = [
  'own/acroform.pdf',
  'own/cropbox-hides-text.pdf',
  'own/incremental-append-comment.pdf',
  'own/rotate90.pdf',
  'own/userunit10.pdf',
  'pdf20/PDF_2.0_image_with_BPC.pdf',
  'pdf20/PDF_2.0_with_page_level_output_intent.pdf',
  'pdfium/hebrew_mirrored.pdf',
  'pdfium/rotated_text_90.pdf',
  'pdfium/tagged_table.pdf',
  'pdfium/text_form.pdf',
  'qpdf/digitally-signed.pdf',
  'qpdf/form-fields-and-annotations.pdf',
  'qpdf/issue-202.pdf',
  'qpdf/minimal-signed-restricted.pdf',
];

describe('the picture of a page', () => {
  for (const { name, make, page } of PICTURE_FILES) {
    it(`is the one that Poppler draws: ${name}`, async function () {
      const bytes = await make();
      const picture = await ours(bytes, page);
      const reference = await theirs(this, bytes, picture, page);
      expect(inkOf(reference), 'ink on Poppler’s page').to.be.greaterThan(0.001);
      expect(differenceOf(picture, reference)).to.equal(undefined);
    });
  }

  for (const file of COMPARED_SAMPLES) {
    it(`is the one that Poppler draws: the sample ${file}`, async function () {
      const asset = await testAsset(`pdf/${file}`);
      const bytes = Uint8Array.from(asset);
      const picture = await ours(bytes);
      expect(differenceOf(picture, await theirs(this, bytes, picture))).to.equal(undefined);
    });
  }

  it('is seen to lack a word, in small print too', async function () {
    for (const write of [standardFonts, smallPrint]) {
      const picture = await ours(write('Maria da'));
      const reference = await theirs(this, write('Maria'), picture);
      expect(differenceOf(picture, reference)).to.match(/of full ink apart/);
    }
  });

  it('is seen to lack an image', async function () {
    const image = await jpegImage();
    const picture = await ours(imagePage({ ...image, data: '' }));
    const reference = await theirs(this, imagePage(image), picture);
    expect(differenceOf(picture, reference)).to.match(/of full ink apart/);
  });
});

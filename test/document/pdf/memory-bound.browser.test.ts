import { expect } from '@open-wc/testing';
import type { PdfViewer } from '../../../src/document/pdf/pdf-viewer.ts';
import { UnreadableError } from '../../../src/document/pdf/unreadable-error.ts';
import {
  FIRST_FREE,
  pageNumber,
  pagesPdf,
  type TestDocument,
  type TestPage,
} from '../../support/small-pdf.ts';
import { encryptedBomb } from './encrypted-bomb.ts';
import { newViewer } from './shown-viewer.ts';

/** More than one stream may inflate to, and more than any object may take. */
const TOO_MUCH = 160_000_000;
const FAR_TOO_MUCH = 400_000_000;
const MEGABYTE = new Uint8Array(1_000_000).fill(0x20);

/** Bytes that inflate to `size` spaces, deflated once or more often. */
async function spaces(size: number, times = 1): Promise<Uint8Array> {
  let left = size;
  let stream = new ReadableStream<Uint8Array<ArrayBuffer>>({
    pull(controller) {
      if (left <= 0) return controller.close();
      left -= MEGABYTE.length;
      controller.enqueue(MEGABYTE);
    },
  });
  for (let time = 0; time < times; time += 1) stream = stream.pipeThrough(new CompressionStream('deflate'));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

function hex(bytes: Uint8Array): string {
  return Array.from(bytes, byte => byte.toString(16).padStart(2, '0')).join('');
}

/** A document whose page draws an ordinary line and the stream `FIRST_FREE`. */
function withContent(entries: string, data: string | Uint8Array, more: TestDocument['objects'] = []) {
  const content = `/Contents [${pageNumber(0) + 1} 0 R ${FIRST_FREE} 0 R]`;
  return pagesPdf([{ text: 'Contract', entries: content }], { objects: [{ entries, data }, ...more] });
}

const PAINTED = 'BT /F1 24 Tf 40 700 Td (Contract) Tj ET q 400 0 0 400 50 50 cm /Im Do Q';
const IMAGE = '/Type /XObject /Subtype /Image /ColorSpace /DeviceGray /BitsPerComponent 8';

function withImage(entries: string, data: string | Uint8Array, more: TestDocument['objects'] = []) {
  const page: TestPage = { content: PAINTED, resources: `/XObject << /Im ${FIRST_FREE} 0 R >>` };
  return pagesPdf([page], { objects: [{ entries: `${IMAGE} ${entries}`, data }, ...more] });
}

/** Files of a few KB that ask for more memory than there is, each past another way of looking into them. */
const BOMBS: readonly { readonly what: string; readonly file: () => Promise<Uint8Array<ArrayBuffer>> }[] = [
  {
    what: 'a content whose filter is named elsewhere',
    file: async () =>
      withContent(`/Filter ${FIRST_FREE + 1} 0 R`, await spaces(TOO_MUCH), ['[/FlateDecode]']),
  },
  {
    what: 'a content that is written in letters first',
    file: async () =>
      withContent(
        '/Filter [/ASCIIHexDecode /FlateDecode /FlateDecode]',
        `${hex(await spaces(FAR_TOO_MUCH, 2))}>`,
      ),
  },
  {
    what: 'a content with a large dictionary',
    file: async () => withContent(`/Filter /FlateDecode /Note (${'x'.repeat(9000)})`, await spaces(TOO_MUCH)),
  },
  {
    what: 'a content that calls itself an image',
    file: async () =>
      withContent('/Subtype /Image /Width 30000 /Height 30000 /Filter /FlateDecode', await spaces(TOO_MUCH)),
  },
  {
    what: 'a content in many parts, none of them too large',
    file: async () => {
      const part = {
        entries: '/Filter [/ASCIIHexDecode /FlateDecode /FlateDecode]',
        data: `${hex(await spaces(100_000_000, 2))}>`,
      };
      const parts = Array.from({ length: 8 }, () => part);
      const content = `/Contents [${parts.map((_, at) => `${FIRST_FREE + at} 0 R`).join(' ')}]`;
      return pagesPdf([{ entries: content }], { objects: parts });
    },
  },
  { what: 'a content that is encrypted', file: () => Promise.resolve(encryptedBomb()) },
  {
    what: 'an image whose size is named elsewhere',
    file: () =>
      Promise.resolve(
        withImage(`/Width ${FIRST_FREE + 1} 0 R /Height ${FIRST_FREE + 1} 0 R`, '\0', ['30000']),
      ),
  },
  {
    what: 'an image within the content',
    file: () =>
      Promise.resolve(
        pagesPdf([{ content: 'q 400 0 0 400 50 50 cm BI /W 30000 /H 30000 /CS /G /BPC 8 ID \0 EI Q BT ET' }]),
      ),
  },
  {
    what: 'many images, none of them too large',
    file: () => {
      const names = Array.from({ length: 30 }, (_, index) => `Im${index}`);
      const entries = `${IMAGE} /Width 8000 /Height 8000`;
      return Promise.resolve(
        pagesPdf(
          [
            {
              content: names.map(name => `q 9 0 0 9 50 50 cm /${name} Do Q`).join(' '),
              resources: `/XObject << ${names.map((name, at) => `/${name} ${FIRST_FREE + at} 0 R`).join(' ')} >>`,
            },
          ],
          { objects: names.map(() => ({ entries, data: '\0' })) },
        ),
      );
    },
  },
];

/** Whether it is shown, or why not. */
async function outcomeOf(viewer: PdfViewer, bytes: Uint8Array<ArrayBuffer>): Promise<unknown> {
  try {
    await viewer.show(bytes);
    await viewer.inspected();
    return 'shown';
  } catch (error) {
    return error instanceof UnreadableError ? error.problem : error;
  }
}

describe('a small file that asks for more memory than there is', () => {
  for (const { what, file } of BOMBS) {
    it(`is not shown, or with a notice: ${what}`, async () => {
      const shown = await newViewer();
      const outcome = await outcomeOf(shown.viewer, await file());
      // A busy machine may give a page up, or the worker, before it has found out what is wrong with the file.
      expect(outcome).to.be.oneOf(['shown', 'tooLarge', 'damaged', 'viewer']);
      if (outcome === 'shown') expect(shown.notices).to.include.oneOf(['image-missing', 'not-inspected']);
    });
  }
});

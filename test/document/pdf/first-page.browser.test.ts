import { expect } from '@open-wc/testing';
import { numberedPdf } from '../../support/small-pdf.ts';
import { withProperty } from '../../support/with-property.ts';
import { newViewer } from './shown-viewer.ts';

/** What pdf.js asks its worker. */
interface Question {
  readonly action?: string;
}

describe('the first page', () => {
  it('is asked of the worker before the boxes of the others are laid out', async () => {
    const { viewer, pages } = await newViewer();
    // oxlint-disable-next-line unbound-method -- it is called with its worker
    const { postMessage } = Worker.prototype;
    let boxes: number | undefined;
    const watched = function (this: Worker, question: Question, transfer: StructuredSerializeOptions): void {
      if (question.action === 'GetOperatorList') boxes ??= pages.childElementCount;
      postMessage.call(this, question, transfer);
    };
    await withProperty(Worker.prototype, 'postMessage', watched, async () => {
      await viewer.show(numberedPdf(30));
    });
    expect(boxes).to.equal(0);
  });
});

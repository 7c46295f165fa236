import { expect } from '@open-wc/testing';
import { Printing } from '../../../src/document/viewer/printing.ts';

const order = (place: Node) => ({
  pages: 1,
  place,
  title: 'lease.pdf',
  picture: () => Promise.reject(new Error('There is nothing to draw.')),
  failed: () => 'Not drawn.',
});

describe('a print', () => {
  it('that is stopped before its frame has loaded is over', async () => {
    const printing = new Printing(() => undefined);
    // Where nothing is shown, no frame ever loads.
    const outcome = printing.print(order(document.createElement('div')));
    expect(printing.progress).to.deep.equal({ page: 1, pages: 1 });
    printing.cancel();
    expect(await outcome).to.equal('cancelled');
    expect(printing.progress).to.equal(undefined);
  });
});

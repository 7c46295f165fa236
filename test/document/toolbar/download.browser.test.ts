import { expect } from '@open-wc/testing';
import { sha256Hex } from '../../../src/support/hex.ts';
import { numberedPdf } from '../../support/small-pdf.ts';
import { withProperty } from '../../support/with-property.ts';
import { button, canvases, hasTools, paneFor, part, parts, tool, until } from '../shown-pane.ts';

const NAME = 'Download the document';

describe('the download in the toolbar', () => {
  it('gives the very bytes whose digest is shown', async () => {
    const bytes = numberedPdf(2);
    const pane = await paneFor({ status: 'loaded', bytes, digest: await sha256Hex(bytes), verified: true });
    await hasTools(pane);
    tool(pane, 'More tools').click();
    await until(() => parts(pane, 'code').length > 0, 'digest there');
    button(pane, 'Show all of it').click();
    await until(() => parts(pane, 'code span').length === 16, 'all of it');
    const answer = await fetch(tool(pane, NAME).getAttribute('href') ?? '');
    expect(answer.headers.get('Content-Type')).to.equal('application/pdf');
    const downloaded = await sha256Hex(new Uint8Array(await answer.arrayBuffer()));
    expect(part(pane, 'code').textContent.replaceAll(' ', '')).to.equal(downloaded);
  });

  it('has its place in a long wait, and nothing to give yet, until the document is here', async () => {
    const pane = await paneFor({ status: 'loading' });
    await until(() => parts(pane, 'a.download').length > 0, 'tools there');
    const link = tool(pane, NAME);
    expect(link.hasAttribute('href')).to.equal(false);
    expect(link.ariaDisabled).to.equal('true');
    const { left } = link.getBoundingClientRect();
    const bytes = numberedPdf(2);
    pane.load = { status: 'loaded', bytes, digest: '', verified: true };
    await until(() => link.hasAttribute('href'), 'something to give');
    expect(link.ariaDisabled).to.equal(null);
    expect(link.getBoundingClientRect().left).to.be.closeTo(left, 1);
  });

  it('is not made ready before the first page is on the screen', async () => {
    const createObjectURL = URL.createObjectURL.bind(URL);
    const painted: boolean[] = [];
    const pane = await paneFor({ status: 'loading' });
    expect(parts(pane, 'a.download'), 'tools, before there is anything to use them on').to.have.length(0);
    const watched = (source: Blob): string => {
      if (source.type === 'application/pdf') painted.push(canvases(pane).length > 0);
      return createObjectURL(source);
    };
    await withProperty(URL, 'createObjectURL', watched, async () => {
      const bytes = numberedPdf(2);
      pane.load = { status: 'loaded', bytes, digest: '', verified: true };
      await until(() => painted.length > 0, 'made ready');
    });
    expect(painted).to.deep.equal([true]);
  });
});

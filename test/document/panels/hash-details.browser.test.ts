import { expect } from '@open-wc/testing';
import { sha256Hex } from '../../../src/support/hex.ts';
import type { DocumentPane } from '../../../src/document/document-pane.ts';
import { accessibilityViolations } from '../../support/axe.ts';
import { numberedPdf } from '../../support/small-pdf.ts';
import { withProperty } from '../../support/with-property.ts';
import { button, hasTools, paneFor, part, parts, tool, until } from '../shown-pane.ts';

/** A pane with “more” open, and the digest of its bytes. */
async function openedPane(verified = true): Promise<{ pane: DocumentPane; digest: string }> {
  const bytes = numberedPdf(2);
  const digest = await sha256Hex(bytes);
  const pane = await paneFor({ status: 'loaded', bytes, digest, verified });
  await hasTools(pane);
  tool(pane, 'More tools').click();
  await until(() => parts(pane, 'code').length > 0, 'digest there');
  return { pane, digest };
}

function spoken(pane: DocumentPane): string {
  return parts(pane, '[role=status]')
    .map(({ textContent }) => textContent.trim())
    .join('');
}

describe('the digest of what is shown', () => {
  it('is shortened, and all of it in groups of four when asked', async () => {
    const { pane, digest } = await openedPane();
    expect(part(pane, 'code').textContent).to.equal(
      `${digest.slice(0, 4)} ${digest.slice(4, 8)} … ${digest.slice(-4)}`,
    );
    button(pane, 'Show all of it').click();
    await until(() => parts(pane, 'code span').length === 16, 'all groups');
    expect(part(pane, 'code').textContent.replaceAll(' ', '')).to.equal(digest);
    expect(button(pane, 'Show less').ariaExpanded).to.equal('true');
    expect(await accessibilityViolations(pane)).to.deep.equal([]);
  });

  it('is the same as the service’s only where it was compared', async () => {
    const { pane } = await openedPane();
    expect(part(pane, '.verdict').textContent).to.contain('Matches the hash');
    const { pane: other } = await openedPane(false);
    expect(part(other, '.verdict').textContent).to.contain('no hash to compare');
  });

  it('can be copied, and that is said', async () => {
    const { pane, digest } = await openedPane();
    let copied = '';
    const clipboard = { writeText: async (text: string) => void (copied = text) };
    await withProperty(navigator, 'clipboard', clipboard, async () => {
      button(pane, 'Copy').click();
      await until(() => part(pane, '.outcome').textContent === 'Copied.');
    });
    expect(copied).to.equal(digest);
    await until(() => spoken(pane) === 'Copied.', 'said');
  });

  it('is shown whole where the browser does not let it be copied', async () => {
    const { pane } = await openedPane();
    const clipboard = { writeText: () => Promise.reject(new DOMException('', 'NotAllowedError')) };
    await withProperty(navigator, 'clipboard', clipboard, async () => {
      button(pane, 'Copy').click();
      await until(() => parts(pane, 'code span').length === 16, 'all groups');
    });
    expect(part(pane, '.outcome').textContent).to.contain('Select the characters');
  });
});

import { expect } from '@open-wc/testing';
import { sha256Hex } from '../../../src/document/digest.ts';
import type { DocumentPane } from '../../../src/document/document-pane.ts';
import { accessibilityViolations } from '../../support/axe.ts';
import { numberedPdf } from '../../support/small-pdf.ts';
import { button, nextEvent, paneFor, part, parts, settled, tool, until } from '../shown-pane.ts';

/** Puts something else in the place of a property for the length of an action. */
async function withProperty(
  target: object,
  name: string,
  value: unknown,
  act: () => Promise<void>,
): Promise<void> {
  const own = Object.getOwnPropertyDescriptor(target, name);
  Object.defineProperty(target, name, { configurable: true, writable: true, value });
  try {
    await act();
  } finally {
    if (own === undefined) Reflect.deleteProperty(target, name);
    else Object.defineProperty(target, name, own);
  }
}

/** A pane with “more” open, and the digest of its bytes. */
async function openedPane(verified = true): Promise<{ pane: DocumentPane; digest: string }> {
  const bytes = numberedPdf(2);
  const digest = await sha256Hex(bytes);
  const pane = await paneFor({ status: 'loaded', bytes, digest, verified });
  await nextEvent(pane, 'document-shown');
  await settled(pane);
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
    expect(part(pane, '.verdict').textContent).to.contain('The same as');
    const { pane: other } = await openedPane(false);
    expect(part(other, '.verdict').textContent).to.contain('no fingerprint to compare');
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

describe('printing the document', () => {
  it('opens the very bytes in a tab where the browser has no viewer for a frame', async () => {
    const { pane } = await openedPane();
    const opened: string[] = [];
    const open = (url: string) => {
      opened.push(url);
      return window;
    };
    await withProperty(navigator, 'pdfViewerEnabled', false, () =>
      withProperty(window, 'open', open, async () => {
        button(pane, 'Print').click();
        await until(() => opened.length === 1, 'tab opened');
      }),
    );
    const answer = await fetch(opened[0] ?? '');
    expect(answer.headers.get('content-type')).to.equal('application/pdf');
    expect(new Uint8Array(await answer.arrayBuffer())).to.deep.equal(numberedPdf(2));
    expect(parts(pane, '.message')).to.have.length(0);
  });

  it('says what to do where tabs are blocked too', async () => {
    const { pane } = await openedPane();
    await withProperty(navigator, 'pdfViewerEnabled', false, () =>
      withProperty(
        window,
        'open',
        () => null,
        async () => {
          button(pane, 'Print').click();
          await until(() => parts(pane, '.message').length > 0, 'said');
        },
      ),
    );
    expect(part(pane, '.message').textContent).to.contain('Download the document and print it from there');
    await until(() => spoken(pane) === part(pane, '.message').textContent, 'said aloud');
  });

  it('prints a frame with the bytes where the browser has a viewer', async () => {
    const { pane } = await openedPane();
    let printed = '';
    const frames = new MutationObserver(() => {
      const [frame] = parts(pane, 'iframe');
      if (!(frame instanceof HTMLIFrameElement) || printed !== '') return;
      // The engines of the tests have no printer: what the frame does is told instead.
      Object.defineProperty(frame, 'contentWindow', {
        value: { focus: () => undefined, print: () => (printed = frame.src) },
      });
      frame.src = 'about:blank#printed';
    });
    const viewer = pane.renderRoot.querySelector('sign-session-document-viewer');
    if (viewer === null) throw new Error('No viewer.');
    frames.observe(viewer.renderRoot, { childList: true });
    await withProperty(navigator, 'pdfViewerEnabled', true, async () => {
      button(pane, 'Print').click();
      await until(() => printed !== '', 'printed');
    });
    frames.disconnect();
    expect(parts(pane, 'iframe')).to.have.length(1);
  });
});

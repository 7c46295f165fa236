/** How long a printing frame may take to load, ms. */
const PATIENCE = 5_000;

/**
 * Prints a PDF by the browser's own viewer: in a hidden frame where the browser has one and the page's policy
 * lets it in, else from a tab of its own, where the reader prints.
 *
 * @param href the document's bytes as a blob's address; it must live until the reader has printed.
 * @param place where the frame may lie; an earlier one there goes away.
 * @returns whether the reader got either.
 */
export async function printPdf(href: string, place: ParentNode): Promise<boolean> {
  if (navigator.pdfViewerEnabled && (await printInFrame(href, place))) return true;
  return open(href, '_blank') !== null;
}

async function printInFrame(href: string, place: ParentNode): Promise<boolean> {
  place.querySelector('iframe')?.remove();
  const frame = document.createElement('iframe');
  // Not `hidden`: what is not laid out is not printed.
  frame.className = 'visually-hidden';
  frame.ariaHidden = 'true';
  frame.tabIndex = -1;
  frame.src = href;
  const loaded = frameLoaded(frame);
  place.append(frame);
  try {
    await loaded;
    // A frame that the policy kept empty is another origin's, and this throws.
    frame.contentWindow?.focus();
    frame.contentWindow?.print();
    return true;
  } catch {
    frame.remove();
    return false;
  }
}

function frameLoaded(frame: HTMLIFrameElement): Promise<void> {
  const done = new AbortController();
  const { signal } = done;
  const loaded = new Promise<void>((resolve, reject) => {
    frame.addEventListener('load', () => resolve(), { signal });
    setTimeout(() => reject(new Error('The document did not load for printing.')), PATIENCE);
    document.addEventListener(
      'securitypolicyviolation',
      ({ effectiveDirective }) => {
        if (effectiveDirective === 'frame-src') reject(new Error('The policy has no room for a frame.'));
      },
      { signal },
    );
  });
  return loaded.finally(() => done.abort());
}

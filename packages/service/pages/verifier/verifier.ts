/** The public verifier page: checks a signature by its evidence id or its file. */
import { VerifierPage } from './verifier-page.ts';

const place = document.querySelector<HTMLElement>('#page');
if (place !== null) open(place);

function open(element: HTMLElement): void {
  const page = new VerifierPage(element);
  const evidenceId = readId(location.pathname);
  if (evidenceId !== undefined) void page.load(evidenceId);
  // Otherwise a file dropped outside the area would replace the page.
  addEventListener('dragover', event => {
    event.preventDefault();
    document.documentElement.classList.add('dragging');
  });
  addEventListener('dragleave', () => document.documentElement.classList.remove('dragging'));
  addEventListener('drop', event => {
    event.preventDefault();
    document.documentElement.classList.remove('dragging');
    const file = event.dataTransfer?.files[0];
    if (file !== undefined) void page.check(file);
  });
}

/**
 * The evidence id in `/verify/{id}`; undefined in `/verify`. An address that is not valid, because a mail program broke
 * the link, is used as it is: there is no such evidence.
 */
function readId(path: string): string | undefined {
  const segment = /^\/verify\/(.+)$/.exec(path)?.[1];
  if (segment === undefined) return undefined;
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}

import { expect, waitUntil } from '@open-wc/testing';
import { PATIENCE_MS } from '../../support/patience.ts';
import type { HostReport } from './host-page.ts';
import { hostedFiles } from './hosted-files.ts';
import type { Shown } from './shown-documents.ts';

/** The same documents in a host page of its own, of a kind that host-page.ts knows. */
async function inHostPage(kind: string): Promise<HostReport> {
  const frame = document.createElement('iframe');
  frame.width = '700';
  frame.height = '600';
  frame.srcdoc = `<!doctype html><html data-host="${kind}"><body>
    <script type="module" src="/test/document/conformance/host-page.ts"></script>`;
  document.body.append(frame);
  try {
    await waitUntil(() => frame.contentWindow?.hostReport !== undefined, 'the page’s script runs', {
      timeout: PATIENCE_MS,
    });
    const report = await frame.contentWindow?.hostReport;
    if (report === undefined) throw new Error('The page says nothing.');
    return report;
  } finally {
    frame.remove();
  }
}

/** In a few words, so that a difference tells what is missing. */
function inWords({ picture, warnings }: Shown): string {
  const { data, width, height } = picture;
  const light = data.filter(value => value === 255).length / data.length;
  return `${width} × ${height}, ${(100 * light).toFixed(1)} % light, warnings: ${warnings.join()}`;
}

/** How many pixels of a picture are not those of the other, of the same size. */
function differing(one: ImageData, other: ImageData | undefined): number {
  if (other === undefined) return Infinity;
  expect([one.width, one.height]).to.deep.equal([other.width, other.height]);
  return one.data.reduce((sum, value, at) => sum + (value === other.data[at] ? 0 : 1), 0) / 4;
}

// Eight documents a page, and everything of ours is loaded into each page anew.
describe('the pages in a host page', function () {
  let clean: HostReport;

  before(async () => {
    window.hostedFiles = await hostedFiles();
    clean = await inHostPage('clean');
  });

  for (const kind of ['styles', 'prototypes', 'objects', 'second pdf.js']) {
    it(`look the same whatever the host does: ${kind}`, async () => {
      const { shown, footprints, secondWorks } = await inHostPage(kind);
      expect(shown.map(inWords)).to.deep.equal(clean.shown.map(inWords));
      expect(shown.map(({ picture }, at) => differing(picture, clean.shown[at]?.picture))).to.deep.equal(
        clean.shown.map(() => 0),
      );
      expect(footprints[1]).to.equal(footprints[0]);
      expect(secondWorks).to.equal(kind === 'second pdf.js' ? true : undefined);
    });
  }

  it('differ from one another, or the comparison would prove nothing', () => {
    const [first, ...others] = clean.shown;
    if (first === undefined) throw new Error('Nothing was shown.');
    for (const { picture } of others) expect(differing(first.picture, picture)).to.be.greaterThan(100);
  });
});

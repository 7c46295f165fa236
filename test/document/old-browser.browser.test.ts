import { expect } from '@open-wc/testing';
import type { OldPageReport } from './old-page.ts';
import { until } from './shown-pane.ts';

describe('the document pane in the oldest supported browser', () => {
  it('shows a document without what newer JavaScript brings', async () => {
    const frame = document.createElement('iframe');
    frame.width = '600';
    frame.height = '400';
    frame.srcdoc = '<!doctype html><body><script type="module" src="/test/document/old-page.ts"></script>';
    document.body.append(frame);
    try {
      await until(() => frame.contentWindow?.oldPage !== undefined, 'the page’s script runs');
      const report: OldPageReport | undefined = await frame.contentWindow?.oldPage;
      expect(report).to.deep.equal({
        outcome: 'shown 2',
        warnings: [],
        inked: true,
      });
    } finally {
      frame.remove();
    }
  });
});

import { expect } from '@open-wc/testing';
import { until } from './shown-pane.ts';
import type { StrictPageReport } from './strict-page.ts';

/** The widget's documented policy. The frame's own `'self'` is no origin in every engine, so it is spelt out. */
const POLICY = [
  `script-src ${location.origin}`,
  `style-src ${location.origin}`,
  `worker-src ${location.origin}`,
  "frame-src 'none'",
  `connect-src ${location.origin}`,
  "require-trusted-types-for 'script'",
  "trusted-types lit-html sign-session 'allow-duplicates'",
].join('; ');

/** Two panes on a page of its own under a policy; its script reports into the frame's window. */
async function strictPage(policy: string): Promise<StrictPageReport> {
  const frame = document.createElement('iframe');
  frame.width = '600';
  frame.height = '600';
  frame.srcdoc = `<!doctype html><meta http-equiv="Content-Security-Policy" content="${policy}">
    <body><script type="module" src="/test/document/strict-page.ts"></script>`;
  document.body.append(frame);
  try {
    const report = () => frame.contentWindow?.strictPage;
    await until(() => report()?.outcomes.length === 2, 'both panes say something');
    return structuredClone(report() ?? { outcomes: [], workers: 0, violations: [] });
  } finally {
    frame.remove();
  }
}

describe('the document pane under a strict policy', () => {
  it('shows the document with real workers, two panes sharing one Trusted Types policy', async () => {
    expect(await strictPage(POLICY)).to.deep.equal({
      outcomes: ['shown 2', 'shown 2'],
      workers: 2,
      violations: [],
    });
  });

  it('says that the viewer can’t run where the policy refuses its name', async function () {
    if (!('trustedTypes' in globalThis)) return this.skip();
    const { outcomes, workers } = await strictPage(POLICY.replace(' sign-session', ''));
    expect(outcomes).to.deep.equal(['viewer', 'viewer']);
    expect(workers).to.equal(0);
  });

  it('says so where workers are refused', async () => {
    const { outcomes } = await strictPage(POLICY.replace(/worker-src [^;]+/, "worker-src 'none'"));
    expect(outcomes).to.deep.equal(['viewer', 'viewer']);
  });
});

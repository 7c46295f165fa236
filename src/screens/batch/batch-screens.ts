import { html } from 'lit';
import { lazyScreen } from '../lazy-screen.ts';
import './batch-results.ts';
import './batch-screen.ts';

/** Several documents: to be read and accepted, and once they are signed to be downloaded. */
export const batchScreens = lazyScreen('batch', (common, { view, appearance, assetsUrl }) =>
  view.status === 'ACTIVE'
    ? html`<sign-session-batch
        ${common}
        .appearance=${appearance}
        .assetsUrl=${assetsUrl}
      ></sign-session-batch>`
    : html`<sign-session-batch-results ${common}></sign-session-batch-results>`,
);

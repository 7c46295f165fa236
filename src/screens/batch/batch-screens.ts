import { html, nothing } from 'lit';
import { currentStep } from '../../session/view.ts';
import { lazyScreen, type LazyScreenProps } from '../lazy-screen.ts';
import { screenProperties } from '../screen.ts';
import './batch-results.ts';
import './batch-screen.ts';
import type { PartOfBatch } from './batch-screen.ts';

/** Several documents: to be read and accepted or signed with a certificate, and once they are signed to be downloaded. */
export const batchScreens = lazyScreen('batch', (common, props) => {
  const { view, appearance, assetsUrl } = props;
  return view.status === 'ACTIVE'
    ? html`<sign-session-batch
        ${common}
        .appearance=${appearance}
        .assetsUrl=${assetsUrl}
        .certificate=${certificatePart(props)}
      ></sign-session-batch>`
    : html`<sign-session-batch-results ${common}></sign-session-batch-results>`;
});

/** The step's own screen, where the documents are signed with a certificate. */
function certificatePart(props: LazyScreenProps): PartOfBatch | undefined {
  if (currentStep(props.view)?.type !== 'DIGITAL_SIGN_A1') return undefined;
  const loaded = props.screens?.get('certificate');
  if (typeof loaded === 'object') return batch => loaded.render({ ...props, batch });
  if (loaded !== 'failed' && loaded !== 'retryFailed') return () => nothing;
  const { translator, snapshot } = props;
  const missing = { translator, snapshot, missing: loaded, isOverlay: false };
  return () => html`<sign-session-error ${screenProperties(missing, false)}></sign-session-error>`;
}

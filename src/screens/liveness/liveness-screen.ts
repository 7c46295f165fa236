import { html } from 'lit';
import { livenessAssets } from '../../assets/liveness-files.ts';
import { isMetered, TrackerSupply } from '../../face/tracker-supply.ts';
import { type LazyScreen, lazyStepScreen } from '../lazy-screen.ts';
import { CameraMemory } from './liveness-options.ts';
import { isSimulated } from './liveness-element.ts';

/** The camera step. An element keeps its tracker and its choice of camera for as long as it lives. */
export const livenessScreen: LazyScreen = host => {
  const supply = new TrackerSupply();
  const memory = new CameraMemory();
  const loaded = lazyStepScreen(
    'liveness',
    (common, { step, assetsUrl, baseUrl }) =>
      html`<sign-session-liveness
        ${common}
        .step=${step}
        .assets=${livenessAssets(assetsUrl, baseUrl)}
        .supply=${supply}
        .memory=${memory}
      ></sign-session-liveness>`,
  )(host);
  return {
    get ready() {
      return loaded.ready;
    },
    setLocale: (locale, overrides) => loaded.setLocale(locale, overrides),
    render: props => loaded.render(props),
    preload(view, { assetsUrl, baseUrl }) {
      if (!isSimulated(view) && !isMetered()) supply.warm(livenessAssets(assetsUrl, baseUrl));
    },
    close: () => supply.close(),
  };
};

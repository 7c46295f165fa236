import { sampleContract } from '../../demo/console/sample-pdf/sample-contract.ts';
import type { Locale } from '../../src/i18n/locales.ts';
import { installPageClock } from '../support/page-clock.ts';
import { COMPANY, gallerySession, type GalleryState } from './gallery-state.ts';
import type { Scene } from './scene.ts';

export type Scheme = 'light' | 'dark';

export interface Look {
  readonly locale: Locale;
  readonly scheme: Scheme;
}

/** ms by which a hurried clock moves with each frame. */
const STEP_MS = 250;

/** Puts the widget into `parent` and leads it to a state. Whoever made the scene closes it, also when that fails. */
export async function showState(
  state: GalleryState,
  scene: Scene,
  scheme: Scheme,
  parent: Element,
): Promise<void> {
  const { locale } = scene;
  const { bytes } = sampleContract({ locale, pages: 3, company: COMPANY, signer: 'Maria da Silva' });
  const { document: hasDocument = true, properties = {} } = state;
  await scene.open({ ...gallerySession, ...state.session }, hasDocument ? bytes : undefined);
  await state.prepare?.(scene);
  const arrive = (): Promise<unknown> => {
    scene.mount({ locale, colorScheme: scheme, ...properties }, parent);
    return state.arrive(scene);
  };
  await (state.hurries === true ? hurried(arrive) : arrive());
}

/** Lets the widget's own waits pass quickly until `act` is done. */
async function hurried(act: () => Promise<unknown>): Promise<void> {
  const clock = installPageClock();
  const pass = () => {
    clock.tick(STEP_MS);
    frame = requestAnimationFrame(pass);
  };
  let frame = requestAnimationFrame(pass);
  try {
    await act();
  } finally {
    cancelAnimationFrame(frame);
    clock.restore();
  }
}

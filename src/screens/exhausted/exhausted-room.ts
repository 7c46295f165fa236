import { html } from 'lit';
import { room } from '../room.ts';
import './exhausted-screen.ts';
import { EXHAUSTED_WORDS } from './exhausted-words.ts';

/** A step that takes no more tries. */
export const exhaustedRoom = room(
  EXHAUSTED_WORDS,
  ({ view, step, covered, context: { translator, snapshot, appearance, returnUrl } }, words) =>
    html`<sign-session-exhausted
      class=${covered ? 'covered' : 'screen'}
      ?hidden=${covered}
      .view=${view}
      .step=${step}
      .company=${appearance.companyName}
      .canReturn=${returnUrl !== undefined}
      .words=${words}
      .translator=${translator}
      .snapshot=${snapshot}
    ></sign-session-exhausted>`,
);

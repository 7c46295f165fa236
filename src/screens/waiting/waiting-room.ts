import { html } from 'lit';
import { sessionRoom } from '../room.ts';
import './waiting-screen.ts';
import { WAITING_WORDS } from './waiting-words.ts';

/** Others are at work. */
export const waitingRoom = sessionRoom(
  WAITING_WORDS,
  ({ view, covered, context: { translator, snapshot } }, words) =>
    html`<sign-session-waiting
      class=${covered ? 'covered' : 'screen'}
      ?hidden=${covered}
      .view=${view}
      .words=${words}
      .translator=${translator}
      .snapshot=${snapshot}
    ></sign-session-waiting>`,
);

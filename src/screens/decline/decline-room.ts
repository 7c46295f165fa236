import { html } from 'lit';
import { sessionRoom } from '../room.ts';
import './decline-screen.ts';
import { DECLINE_WORDS } from './decline-words.ts';

/** Lies over whatever screen it was opened from. */
export const declineRoom = sessionRoom(
  DECLINE_WORDS,
  ({ view, context: { translator, snapshot } }, words) =>
    html`<sign-session-decline
      class="screen"
      .view=${view}
      .words=${words}
      .translator=${translator}
      .snapshot=${snapshot}
    ></sign-session-decline>`,
);

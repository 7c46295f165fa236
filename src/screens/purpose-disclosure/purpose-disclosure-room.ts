import { html } from 'lit';
import { room } from '../room.ts';
import { DISCLOSURE_WORDS } from './disclosure-words.ts';
import './purpose-disclosure-screen.ts';

/** What the signer's data is used for. */
export const disclosureRoom = room(
  DISCLOSURE_WORDS,
  ({ view, covered, context: { translator, snapshot } }, words) =>
    html`<sign-session-purpose-disclosure
      class=${covered ? 'covered' : 'screen'}
      ?hidden=${covered}
      .view=${view}
      .words=${words}
      .translator=${translator}
      .snapshot=${snapshot}
    ></sign-session-purpose-disclosure>`,
);

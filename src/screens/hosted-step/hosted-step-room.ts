import { html } from 'lit';
import { sessionRoom } from '../room.ts';
import './hosted-step-screen.ts';
import { HOSTED_STEP_WORDS } from './hosted-step-words.ts';

/** A step that is done elsewhere. */
export const hostedStepRoom = sessionRoom(
  HOSTED_STEP_WORDS,
  ({ view, covered, context: { translator, snapshot } }, words) =>
    html`<sign-session-hosted-step
      class=${covered ? 'covered' : 'screen'}
      ?hidden=${covered}
      .view=${view}
      .words=${words}
      .translator=${translator}
      .snapshot=${snapshot}
    ></sign-session-hosted-step>`,
);

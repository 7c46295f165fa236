import { html } from 'lit';
import { room } from '../room.ts';
import './otp-channel-screen.ts';
import './otp-screen.ts';
import { OTP_WORDS } from './otp-words.ts';
import { CODE_SLOT } from './code-field.ts';

/** Sending and entering a one-time code. */
export const otpRoom = room(OTP_WORDS, ({ view, step, covered, context }, words) => {
  const { translator, snapshot, element } = context;
  const name = covered ? 'covered' : 'screen';
  return step.type === 'OTP_CHALLENGE'
    ? html`<sign-session-otp-channel
        class=${name}
        ?hidden=${covered}
        .view=${view}
        .step=${step}
        .words=${words}
        .translator=${translator}
        .snapshot=${snapshot}
      ></sign-session-otp-channel>`
    : html`<sign-session-otp
        class=${name}
        ?hidden=${covered}
        .page=${element}
        .view=${view}
        .step=${step}
        .words=${words}
        .translator=${translator}
        .snapshot=${snapshot}
        ><slot name=${CODE_SLOT} slot=${CODE_SLOT}></slot
      ></sign-session-otp>`;
});

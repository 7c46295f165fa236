import { NAMED_FAULTS } from '../conditions/named-faults.ts';
import { COMPLETED, NOT_SIGNED, type ScenarioGroup } from './scenario.ts';

const WITH_CODE = { '/policy/profile': 'CLICK_PLUS_OTP' };
const ACCEPT = 'Tick the box and continue.';
const COPY = 'Copy the code from the inbox and confirm it.';

/** A code is good for 5 minutes. */
const CODE_LIFETIME_S = 300;

export const CODE: ScenarioGroup = {
  name: 'Code',
  words: 'otp one-time code 2fa token email',
  scenarios: [
    {
      id: 'code',
      name: 'Right code',
      summary: 'Signed in one try',
      values: WITH_CODE,
      steps: [ACCEPT, COPY],
      expected: [
        { kind: 'message', channel: 'email' },
        { kind: 'action', name: 'verify_otp', times: 1 },
        ...COMPLETED,
      ],
    },
    {
      id: 'code-wrong',
      name: 'Wrong code, then right',
      summary: 'Says how many attempts are left, then signed',
      values: WITH_CODE,
      steps: [ACCEPT, 'Enter 000000.', COPY],
      expected: [
        { kind: 'stepError', error: 'wrong-code' },
        { kind: 'action', name: 'verify_otp', times: 2 },
        ...COMPLETED,
      ],
    },
    {
      id: 'code-blocked',
      name: 'Blocked after 3 wrong codes',
      summary: 'The code is dead, a new one is offered',
      words: 'attempts exhausted locked too many',
      values: WITH_CODE,
      steps: [ACCEPT, 'Enter 000000 three times.', 'Ask for a new code after 30 s, if you like.'],
      expected: [{ kind: 'stepError', error: 'code-exhausted' }, ...NOT_SIGNED],
    },
    {
      id: 'code-expired',
      name: 'Expired code',
      summary: 'Six minutes pass at the code; a new one is asked for',
      words: 'timeout old',
      values: WITH_CODE,
      moments: [
        {
          at: 'sign-step',
          detail: 'step=otp',
          act: { kind: 'moveClock', seconds: CODE_LIFETIME_S + 60 },
        },
      ],
      steps: [ACCEPT, COPY],
      expected: [{ kind: 'stepError', error: 'code-expired' }, ...NOT_SIGNED],
    },
    {
      id: 'code-sms',
      name: 'By SMS',
      summary: 'The code comes to the phone',
      words: 'text message phone mobile',
      values: { ...WITH_CODE, '/signer/otpChannel': 'sms' },
      steps: [ACCEPT, COPY],
      expected: [{ kind: 'message', channel: 'sms' }, ...COMPLETED],
    },
    {
      id: 'code-choice',
      name: 'E-mail or SMS, as the signer likes',
      summary: 'The signer chooses where the code goes',
      words: 'channel',
      values: { ...WITH_CODE, '/signer/otpChannelSelectable': 'true' },
      steps: [ACCEPT, 'Choose SMS.', COPY],
      expected: [{ kind: 'message', channel: 'sms' }, ...COMPLETED],
    },
    {
      id: 'code-answer-lost',
      name: 'The answer to the right code is lost',
      summary: 'Says signed, and the code counts once',
      words: 'retry idempotent network',
      values: WITH_CODE,
      faults: [NAMED_FAULTS.codeAnswerLost.fault],
      steps: [ACCEPT, COPY],
      expected: COMPLETED,
    },
  ],
};

import type { WireBootstrap } from './bootstraps.ts';

/** The code that opens the step. */
export const CODE = '482913';

/** What a service changes in a session as the signer goes on. */
export interface ScriptedFlow {
  /** The first step is done. */
  passed(): WireBootstrap;
  /** A code is on its way. */
  sent(channel: 'email' | 'sms'): WireBootstrap;
  /** A wrong entry. */
  refused(): WireBootstrap;
}

const DESTINATIONS = { email: 'm***a@exemplo.com.br', sms: '+55 11 *****-4321' };

/** A moment `seconds` from now, as it goes over the wire. */
export function fromNow(seconds: number): string {
  return new Date(Date.now() + seconds * 1000).toISOString();
}

/** A session whose first step is followed by a one-time code. */
export class CodeFlow implements ScriptedFlow {
  attempts = 0;
  /** By how many seconds the service's clock is ahead of the device's. */
  ahead = 0;
  #first: WireBootstrap;

  constructor(first: WireBootstrap = { stepId: 'st_1', type: 'CLICK_ACCEPT', order: 1 }) {
    this.#first = first;
  }

  steps(challenge: string, verify: WireBootstrap = {}, first = 'COMPLETED'): WireBootstrap {
    return {
      steps: [
        { ...this.#first, status: first },
        { stepId: 'st_2', type: 'OTP_CHALLENGE', status: challenge, order: 2 },
        {
          stepId: 'st_3',
          type: 'OTP_VERIFY',
          status: 'PENDING',
          order: 3,
          attempts: this.attempts,
          maxAttempts: 9,
          ...verify,
        },
      ],
    };
  }

  passed(): WireBootstrap {
    return this.sent('email');
  }

  sent(channel: 'email' | 'sms', resendIn = -1, delivery?: string): WireBootstrap {
    return {
      ...this.steps('COMPLETED'),
      otp: {
        channel,
        maskedDestination: DESTINATIONS[channel],
        expiresAt: fromNow(this.ahead + 300 + Math.random()),
        resendAvailableAt: fromNow(this.ahead + resendIn),
        attemptsLeft: 3,
        ...(delivery === undefined ? {} : { delivery }),
      },
    };
  }

  refused(): WireBootstrap {
    this.attempts += 1;
    const left = 3 - this.attempts;
    const error = left > 0 ? 'wrong-code' : 'code-exhausted';
    return {
      ...this.steps('COMPLETED', { error }),
      otp: { ...Object(this.sent('email')['otp']), attemptsLeft: Math.max(0, left) },
    };
  }
}

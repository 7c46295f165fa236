import { Problem } from '../../http/problem.ts';
import { disclosureIn } from '../disclosure.ts';
import { outOfOrder } from '../session-state.ts';
import { passed, type StepKind } from './step-kind.ts';

/** Where the notice is given: on the signer's page, with the session. */
export const NOTIFICATION_CHANNEL = 'page';

/** The signer is told what their data is used for, and says that they have read it (NT65). */
export const purposeDisclosure: StepKind = {
  type: 'PURPOSE_DISCLOSURE',
  maxAttempts: 3,
  actions: ['acknowledge_purpose'],
  async take({ session, step, at }, request) {
    if (request.action !== 'acknowledge_purpose') throw outOfOrder('PURPOSE_DISCLOSURE');
    const { version, textHash } = disclosureIn(session.locale);
    if (request.disclosureVersion !== version) {
      throw new Problem('conflict', 'The text has another version. Show that one, and ask again.');
    }
    const done = { ...step, attempts: step.attempts + 1 };
    return {
      step: passed(done, at, {
        purposeDisclosure: {
          acknowledged: true,
          disclosureVersion: version,
          disclosureTextHash: textHash,
          notificationChannel: NOTIFICATION_CHANNEL,
        },
      }),
    };
  },
};

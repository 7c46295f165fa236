import { Problem } from '../domain/problem.ts';
import { disclosureIn } from '../domain/disclosure.ts';
import { outOfOrder } from '../domain/session-state.ts';
import { isFinalizedByCall, type Session } from '../domain/session.ts';
import { passed, type StepKind } from './step-kind.ts';

/** Where the notice is shown: on the signer's page, or by the integrator who performs the steps. */
export function notificationChannel(session: Session): 'hosted_page' | 'api_inline' {
  return isFinalizedByCall(session) ? 'api_inline' : 'hosted_page';
}

/** The signer reads what their data is used for, and confirms it (NT65). */
export const purposeDisclosure: StepKind = {
  type: 'PURPOSE_DISCLOSURE',
  async apply({ session, step, at }, request) {
    if (request.action !== 'acknowledge_purpose') throw outOfOrder('PURPOSE_DISCLOSURE');
    const { version, textHash } = disclosureIn(session.locale);
    if (request.disclosureVersion !== version) {
      throw new Problem(
        'conflict',
        'This is not the current version of the text. Show the current one and ask again.',
      );
    }
    return {
      step: passed(step, at, {
        purposeDisclosure: {
          acknowledged: true,
          disclosureVersion: version,
          disclosureTextHash: textHash,
          notificationChannel: notificationChannel(session),
        },
      }),
    };
  },
};

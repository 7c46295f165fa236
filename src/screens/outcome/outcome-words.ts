import type { Translator } from '../../i18n/translator.ts';
import type { Ending } from '../../session/screen-for.ts';
import type { SessionView } from '../../session/view.ts';

export interface OutcomeWords {
  readonly heading: string;
  readonly text: string;
}

/** What an ending is called and what it means for the signer: each its own words and its own way on. */
export function outcomeWords(
  ending: Ending,
  view: SessionView | undefined,
  translator: Translator,
): OutcomeWords {
  const { text, dateTime } = translator;
  const action = view?.purpose === 'action';
  switch (ending) {
    case 'completed': {
      const date = view?.completedAt === undefined ? undefined : dateTime(view.completedAt);
      return {
        heading: text(action ? 'outcome.completed.heading.action' : 'outcome.completed.heading'),
        text:
          date === undefined
            ? ''
            : text(action ? 'outcome.completed.text.action' : 'outcome.completed.text', { date }),
      };
    }
    case 'declined':
      return {
        heading: text('outcome.declined.heading'),
        text: text(action ? 'outcome.declined.text.action' : 'outcome.declined.text'),
      };
    case 'expired':
      // Without the service's word nobody knows whether something was signed before.
      return view !== undefined && Number.isFinite(view.expiresAt)
        ? {
            heading: text('outcome.expired.heading'),
            text: text(action ? 'outcome.expired.text.action' : 'outcome.expired.text', {
              date: dateTime(view.expiresAt),
            }),
          }
        : { heading: text('outcome.expired.headingLink'), text: text('outcome.expired.textLink') };
    case 'cancelled':
      return {
        heading: text('outcome.cancelled.heading'),
        text: text(action ? 'outcome.cancelled.text.action' : 'outcome.cancelled.text'),
      };
    case 'failed':
      return {
        heading: text(action ? 'outcome.failed.heading.action' : 'outcome.failed.heading'),
        text: text(action ? 'outcome.failed.text.action' : 'outcome.failed.text'),
      };
    case 'invalidLink':
    case 'unsupportedBrowser':
    case 'insecurePage':
      return { heading: text(`outcome.${ending}.heading`), text: text(`outcome.${ending}.text`) };
  }
}

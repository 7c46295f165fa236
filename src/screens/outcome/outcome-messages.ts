import type { Translator } from '../../i18n/translator.ts';
import type { Ending } from '../../session/screen-for.ts';
import type { SessionView } from '../../session/view.ts';

export interface OutcomeMessages {
  readonly heading: string;
  readonly text: string;
}

/** The heading and text of an ending. */
export function outcomeMessages(
  ending: Ending,
  view: SessionView | undefined,
  translator: Translator,
): OutcomeMessages {
  const { t, dateTime } = translator;
  const action = view?.purpose === 'action';
  switch (ending) {
    case 'completed': {
      const date = view?.completedAt === undefined ? undefined : dateTime(view.completedAt);
      return {
        heading: t(action ? 'outcome.completed.heading.action' : 'outcome.completed.heading'),
        text:
          date === undefined
            ? ''
            : t(action ? 'outcome.completed.text.action' : 'outcome.completed.text', { date }),
      };
    }
    case 'declined':
      return {
        heading: t('outcome.declined.heading'),
        text: t(action ? 'outcome.declined.text.action' : 'outcome.declined.text'),
      };
    case 'expired':
      // Without the session it is unknown whether something was signed before.
      return view !== undefined && Number.isFinite(view.expiresAt)
        ? {
            heading: t('outcome.expired.heading'),
            text: t(action ? 'outcome.expired.text.action' : 'outcome.expired.text', {
              date: dateTime(view.expiresAt),
            }),
          }
        : { heading: t('outcome.expired.headingLink'), text: t('outcome.expired.textLink') };
    case 'cancelled':
      return {
        heading: t('outcome.cancelled.heading'),
        text: t(action ? 'outcome.cancelled.text.action' : 'outcome.cancelled.text'),
      };
    case 'failed':
      return {
        heading: t(action ? 'outcome.failed.heading.action' : 'outcome.failed.heading'),
        text: t(action ? 'outcome.failed.text.action' : 'outcome.failed.text'),
      };
    case 'invalidLink':
    case 'unsupportedBrowser':
    case 'insecurePage':
      return { heading: t(`outcome.${ending}.heading`), text: t(`outcome.${ending}.text`) };
  }
}

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
  const suffix = view?.purpose === 'action' ? '.action' : '';
  switch (ending) {
    case 'completed': {
      const date = view?.completedAt === undefined ? undefined : dateTime(view.completedAt);
      return {
        heading: t(`outcome.completed.heading${view?.batch ? '.batch' : suffix}`),
        text: date === undefined ? '' : t(`outcome.completed.text${suffix}`, { date }),
      };
    }
    case 'expired':
      // Without the session it is unknown whether something was signed before.
      return view !== undefined && Number.isFinite(view.expiresAt)
        ? {
            heading: t('outcome.expired.heading'),
            text: t(`outcome.expired.text${suffix}`, { date: dateTime(view.expiresAt) }),
          }
        : { heading: t('outcome.expired.headingLink'), text: t('outcome.expired.textLink') };
    case 'declined':
    case 'cancelled':
      return { heading: t(`outcome.${ending}.heading`), text: t(`outcome.${ending}.text${suffix}`) };
    case 'failed':
      return { heading: t(`outcome.failed.heading${suffix}`), text: t(`outcome.failed.text${suffix}`) };
    case 'invalidLink':
    case 'unsupportedBrowser':
    case 'insecurePage':
      return { heading: t(`outcome.${ending}.heading`), text: t(`outcome.${ending}.text`) };
  }
}

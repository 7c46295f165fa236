import type { Locale } from '../../../../src/index.ts';

/** The page's own notices: why the session is not open, or not yet. */
export type NoticeKind =
  | 'opening'
  /** Still opening. */
  | 'slow'
  /** A handover link that is used or expired. */
  | 'refused'
  /** The exchange of a handover link was not answered. */
  | 'unanswered'
  /** The widget's script could not be loaded. */
  | 'unloaded';

interface Notice {
  readonly title: string;
  readonly text?: string;
}

type Words = Readonly<Record<NoticeKind, Notice>> & { readonly again: string };

const WORDS: Readonly<Record<Locale, Words>> = {
  'pt-BR': {
    opening: { title: 'Abrindo a sessão…' },
    slow: {
      title: 'Ainda abrindo a sessão…',
      text: 'Numa conexão lenta isso pode demorar um pouco.',
    },
    unloaded: {
      title: 'Esta página não carregou por completo',
      text: 'Verifique a conexão e tente de novo. O que já foi feito continua valendo.',
    },
    refused: {
      title: 'Este link não vale mais',
      text: 'Ele funciona uma só vez e por 5 minutos. No aparelho em que você começou, gere outro link.',
    },
    unanswered: {
      title: 'O serviço não respondeu',
      text: 'Verifique a conexão e tente de novo. O link continua valendo por 5 minutos.',
    },
    again: 'Tentar de novo',
  },
  en: {
    opening: { title: 'Opening the session…' },
    slow: {
      title: 'Still opening the session…',
      text: 'On a slow connection this can take a while.',
    },
    unloaded: {
      title: 'This page did not load completely',
      text: 'Check your connection and try again. What you have done so far still counts.',
    },
    refused: {
      title: 'This link no longer works',
      text: 'It works once and for 5 minutes. Make a new one on the device that you started on.',
    },
    unanswered: {
      title: 'The service did not answer',
      text: 'Check your connection and try again. The link works for 5 minutes.',
    },
    again: 'Try again',
  },
  es: {
    opening: { title: 'Abriendo la sesión…' },
    slow: {
      title: 'Todavía se está abriendo la sesión…',
      text: 'Con una conexión lenta puede tardar un poco.',
    },
    unloaded: {
      title: 'Esta página no se cargó por completo',
      text: 'Revise la conexión e inténtelo de nuevo. Lo que ya hizo sigue siendo válido.',
    },
    refused: {
      title: 'Este enlace ya no sirve',
      text: 'Funciona una sola vez y durante 5 minutos. Genere otro en el dispositivo en el que empezó.',
    },
    unanswered: {
      title: 'El servicio no respondió',
      text: 'Revise la conexión e inténtelo de nuevo. El enlace vale 5 minutos.',
    },
    again: 'Intentar de nuevo',
  },
};

/** The browser's first supported language; the session's is not known yet. */
export function browserLocale(): Locale {
  for (const tag of navigator.languages) {
    const language = tag.toLowerCase().split('-')[0];
    if (language === 'pt') return 'pt-BR';
    if (language === 'en' || language === 'es') return language;
  }
  return 'en';
}

/**
 * Creates a card with a notice.
 * @param onAgain retries; without it there is no button
 */
export function createNotice(kind: NoticeKind, locale: Locale, onAgain?: () => void): HTMLElement {
  const words = WORDS[locale];
  const card = document.createElement('section');
  card.className = `notice ${kind}`;
  const title = document.createElement('h1');
  title.tabIndex = -1;
  title.textContent = words[kind].title;
  card.append(title);
  const { text } = words[kind];
  if (text !== undefined) {
    const paragraph = document.createElement('p');
    paragraph.textContent = text;
    card.append(paragraph);
  }
  if (onAgain !== undefined) {
    const button = document.createElement('button');
    button.type = 'button';
    button.textContent = words.again;
    button.addEventListener('click', onAgain, { once: true });
    card.append(button);
  }
  return card;
}

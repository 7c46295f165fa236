interface PlaygroundTexts {
  readonly loading: string;
  readonly loaded: string;
  readonly failed: string;
  readonly again: string;
  readonly code: string;
}

const en: PlaygroundTexts = {
  loading: 'The widget is loading…',
  loaded: 'The one-time code is 000000. Any other is wrong.',
  failed: 'The widget could not be loaded. Reload the page.',
  again: 'Begin again',
  code: 'The code for these settings',
};

const ptBr: PlaygroundTexts = {
  loading: 'O widget está carregando…',
  loaded: 'O código de uso único é 000000. Qualquer outro está errado.',
  failed: 'Não foi possível carregar o widget. Recarregue a página.',
  again: 'Recomeçar',
  code: 'O código destas configurações',
};

/** What the playground says around the widget. @param language the page's */
export const playgroundTexts = (language: string): PlaygroundTexts => (language === 'pt-BR' ? ptBr : en);

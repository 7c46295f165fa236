import type { DefaultTheme, LocaleSpecificConfig } from 'vitepress';

type Localised = LocaleSpecificConfig<DefaultTheme.Config>;

/**
 * Where the switch of languages leads to from a page in English: to the same place in Portuguese, if the list beside those
 * pages has the page; else to the first of them. It is written into the site's data: it can name nothing outside itself.
 */
const samePageInPortuguese: DefaultTheme.I18nRouting = ({ site }, { data, hash }) => {
  const link = `/pt/${data.relativePath.replace(/\.md$/, '')}`;
  const listed = JSON.stringify(site.value.locales['pt']?.themeConfig?.sidebar ?? []);
  return listed.includes(`"${link}"`) ? `${link}${hash}` : '/pt/';
};

export const english: Localised = {
  themeConfig: {
    i18nRouting: samePageInPortuguese,
    nav: [
      { text: 'Start', link: '/start' },
      { text: 'Concepts', link: '/concepts' },
      { text: 'Errors', link: '/errors' },
    ],
    sidebar: [
      {
        text: 'Begin',
        items: [
          { text: 'Start in five minutes', link: '/start' },
          { text: 'Concepts', link: '/concepts' },
        ],
      },
      {
        text: 'On your page',
        items: [
          { text: 'Ways to show it', link: '/showing' },
          { text: 'The element', link: '/element' },
          { text: 'Frameworks', link: '/frameworks' },
          { text: 'Theming', link: '/theming' },
          { text: 'Events', link: '/events' },
          { text: 'Content security policies', link: '/policies' },
          { text: 'Web views', link: '/web-views' },
          { text: 'Tokens and smart cards', link: '/tokens' },
        ],
      },
      {
        text: 'On your server',
        items: [
          { text: 'Servers in each language', link: '/servers' },
          { text: 'Several documents', link: '/batches' },
          { text: 'Receipts', link: '/receipts' },
          { text: 'Webhooks', link: '/webhooks' },
          { text: 'Verification', link: '/verification' },
          { text: 'How the service behaves', link: '/service' },
          { text: 'Assistants', link: '/assistants' },
        ],
      },
      {
        text: 'Before you go live',
        items: [
          { text: 'Local mode', link: '/local-mode' },
          { text: 'Testing your page', link: '/testing' },
          { text: 'Production checklist', link: '/checklist' },
          { text: 'Brazilian law', link: '/legal' },
          { text: 'Consent texts', link: '/consent-texts' },
          { text: 'Accessibility', link: '/accessibility' },
          { text: 'Versions and migration', link: '/versions' },
        ],
      },
      {
        text: 'Operating',
        items: [
          { text: 'Run the service', link: '/operating/start' },
          { text: 'Settings', link: '/operating/settings' },
          { text: 'Storage, backup, upgrade', link: '/operating/storage' },
          { text: 'TLS, proxies, messages', link: '/operating/network' },
          { text: 'Keys and certificates', link: '/operating/certificates' },
          { text: 'Watching it', link: '/operating/watching' },
          { text: 'Sizing, retention, law', link: '/operating/sizing' },
        ],
      },
      {
        text: 'Reference',
        items: [
          { text: 'Errors', link: '/errors' },
          { text: 'The element', link: '/reference/element' },
          { text: 'The service’s interface', link: '/reference/interface' },
          { text: 'The widget’s texts', link: '/reference/texts' },
        ],
      },
    ],
    outline: { level: [2, 3], label: 'On this page' },
  },
};

export const portuguese: Localised = {
  themeConfig: {
    nav: [
      { text: 'Começar', link: '/pt/start' },
      { text: 'Conceitos', link: '/pt/concepts' },
      { text: 'Erros', link: '/pt/errors' },
    ],
    sidebar: [
      {
        text: 'Primeiros passos',
        items: [
          { text: 'Comece em cinco minutos', link: '/pt/start' },
          { text: 'Conceitos', link: '/pt/concepts' },
        ],
      },
      {
        text: 'Na sua página',
        items: [
          { text: 'Formas de mostrar', link: '/pt/showing' },
          { text: 'O elemento', link: '/pt/element' },
          { text: 'Frameworks', link: '/pt/frameworks' },
          { text: 'Temas', link: '/pt/theming' },
          { text: 'Eventos', link: '/pt/events' },
          { text: 'Content Security Policy', link: '/pt/policies' },
          { text: 'Web views', link: '/pt/web-views' },
          { text: 'Tokens e cartões', link: '/pt/tokens' },
        ],
      },
      {
        text: 'No seu servidor',
        items: [
          { text: 'Servidores em cada linguagem', link: '/pt/servers' },
          { text: 'Vários documentos', link: '/pt/batches' },
          { text: 'Recibos', link: '/pt/receipts' },
          { text: 'Webhooks', link: '/pt/webhooks' },
          { text: 'Verificação', link: '/pt/verification' },
          { text: 'Como o serviço se comporta', link: '/pt/service' },
          { text: 'Assistentes', link: '/pt/assistants' },
        ],
      },
      {
        text: 'Antes de ir para produção',
        items: [
          { text: 'Modo local', link: '/pt/local-mode' },
          { text: 'Testar sua página', link: '/pt/testing' },
          { text: 'Checklist de produção', link: '/pt/checklist' },
          { text: 'Direito brasileiro', link: '/pt/legal' },
          { text: 'Acessibilidade', link: '/pt/accessibility' },
          { text: 'Versões e migração', link: '/pt/versions' },
        ],
      },
      {
        text: 'Operação',
        items: [
          { text: 'Operar o serviço', link: '/pt/operating/start' },
          { text: 'Configurações', link: '/pt/operating/settings' },
          { text: 'Armazenamento e backup', link: '/pt/operating/storage' },
          { text: 'TLS, proxies, mensagens', link: '/pt/operating/network' },
          { text: 'Chaves e certificados', link: '/pt/operating/certificates' },
          { text: 'Monitoramento', link: '/pt/operating/watching' },
          { text: 'Capacidade, retenção, lei', link: '/pt/operating/sizing' },
        ],
      },
      {
        text: 'Referência',
        items: [{ text: 'Erros', link: '/pt/errors' }],
      },
      {
        text: 'Só em inglês',
        items: [
          { text: 'O elemento, membro por membro', link: '/reference/element' },
          { text: 'A interface do serviço', link: '/reference/interface' },
          { text: 'Os textos do widget', link: '/reference/texts' },
        ],
      },
    ],
    outline: { level: [2, 3], label: 'Nesta página' },
    docFooter: { prev: 'Página anterior', next: 'Próxima página' },
    darkModeSwitchLabel: 'Aparência',
    lightModeSwitchTitle: 'Mudar para o tema claro',
    darkModeSwitchTitle: 'Mudar para o tema escuro',
    sidebarMenuLabel: 'Menu',
    returnToTopLabel: 'Voltar ao início',
    langMenuLabel: 'Mudar de idioma',
    skipToContentLabel: 'Ir para o conteúdo',
  },
};

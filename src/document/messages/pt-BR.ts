import type { Messages } from '../../i18n/messages/message-keys.ts';
import type { en } from './en.ts';

export const ptBR: Messages<keyof typeof en> = {
  'tools.label': 'Ferramentas do documento',
  'tools.zoomIn': 'Ampliar',
  'tools.zoomOut': 'Reduzir',
  'tools.fitWidth': 'Ajustar à largura',
  'tools.zoomLevel': '{percent}%',
  'tools.zoomSaid': 'Zoom {percent}%',
  'tools.page': 'Página',
  'tools.pages': 'de {pages}',
  'tools.viewed': 'Páginas vistas: {viewed} de {pages}',
  'tools.find': 'Localizar no documento',
  'tools.fullView': 'Tela cheia',
  'tools.back': 'Voltar à assinatura',
  'tools.outline': 'Sumário',
  'tools.more': 'Mais ferramentas',
  'tools.download': 'Baixar o documento',
  'tools.readAsText': 'Ler como texto',
  'tools.showPages': 'Mostrar as páginas',
  'tools.close': 'Fechar',

  'page.region': 'Páginas do documento',
  'page.label': 'Página {page}',
  'page.position': 'Página {page} de {pages}',
  'page.pending': 'O texto aparece aqui quando a página está na tela.',
  'page.failed': 'Não foi possível mostrar a página {page}.',

  'find.label': 'Localizar',
  'find.next': 'Próximo trecho',
  'find.previous': 'Trecho anterior',
  'find.count': '{current} de {total}',
  'find.none': 'Não encontrado',
  'find.searching': 'Procurando…',

  'digest.label': 'Hash do arquivo (SHA-256)',
  'digest.verified': 'Confere com o hash que o serviço registrou para este documento.',
  'digest.unverified': 'O serviço não informou um hash para comparar.',
  'digest.show': 'Mostrar completo',
  'digest.hide': 'Mostrar menos',
  'digest.copy': 'Copiar',
  'digest.copied': 'Copiado.',
  'digest.notCopied': 'O navegador não permitiu copiar. Selecione os caracteres e copie manualmente.',

  'text.region': 'Texto do documento',
  'text.reading': 'Lendo a página…',
  'text.none': 'Esta página não tem texto para ler. Ela pode ser uma imagem.',
  'text.failed': 'Não foi possível ler o texto desta página.',
  'text.retry': 'Tentar de novo',
  'text.picture': 'Imagem: {text}',

  'warnings.region': 'Avisos sobre o documento',
  'warnings.heading.one': '{n} ponto de atenção antes de assinar',
  'warnings.heading.other': '{n} pontos de atenção antes de assinar',
  'warnings.show': 'Mostrar',
  'warnings.hide': 'Ocultar',
  'warnings.advice':
    'Para ter certeza de que vê tudo, baixe o documento e abra em outro programa. Se preferir, peça outro arquivo a quem enviou o link.',
  'warnings.xfa':
    'O arquivo contém um formulário XFA, que não pode ser mostrado aqui. Podem faltar campos ou páginas inteiras.',
  'warnings.hidden-content': 'Algumas partes do documento estão ocultas e não são mostradas.',
  'warnings.scripts':
    'O arquivo contém um programa (JavaScript), que não é executado aqui. Em outro aplicativo, ele poderia mudar o conteúdo dos campos.',
  'warnings.changing-actions':
    'O arquivo contém ações automáticas, que não são executadas aqui. Em outro programa, elas poderiam ocultar ou mudar o que as páginas mostram.',
  'warnings.attachments':
    'Há outros arquivos anexados ao documento. Eles são assinados junto, mas não são mostrados.',
  'warnings.pages-differ': 'O serviço informa outro número de páginas. Podem faltar páginas aqui.',
  'warnings.form-fields':
    'O documento tem campos de formulário. Eles são assinados como aparecem e não podem ser preenchidos aqui.',
  'warnings.field-missing': 'Pelo menos um campo de formulário tem um valor que não é mostrado.',
  'warnings.field-appearance-differs':
    'Pelo menos um campo de formulário mostra algo diferente do valor gravado nele. Outro programa pode mostrar o valor gravado.',
  'warnings.page-failed': 'Não foi possível mostrar pelo menos uma página.',
  'warnings.image-missing':
    'Pelo menos uma imagem ou outra parte de uma página não foi mostrada por completo.',
  'warnings.font-missing': 'Algumas letras não puderam ser mostradas porque a fonte está danificada.',
  'warnings.font-not-embedded':
    'O documento usa uma fonte que não está no arquivo. As letras podem ter outra aparência em outros programas. As que faltam neste aparelho aparecem como quadrados vazios.',
  'warnings.annotation-without-appearance':
    'Pelo menos uma anotação não é mostrada, porque o arquivo não define a aparência dela. Outro programa pode mostrar essa anotação.',
  'warnings.comment-texts':
    'Há comentários no documento. Os textos deles são assinados junto, mas não são mostrados aqui.',
  'warnings.print-only': 'Algumas partes do documento só aparecem na impressão e não são mostradas aqui.',
  'warnings.blank-page':
    'Pelo menos uma página está em branco. Se ela deveria ter algo, fale com quem enviou o link.',
  'warnings.not-inspected':
    'Não foi possível verificar se o documento tem conteúdo que as páginas não mostram. Veja cada página antes de assinar.',
  'warnings.pages.one': 'Página {pages}.',
  'warnings.pages.other': 'Páginas {pages}.',
  'warnings.scanned':
    'Pelo menos uma página é uma imagem. O texto dela não pode ser lido em voz alta, localizado nem selecionado. Se precisar, peça um arquivo com texto a quem enviou o link.',

  'password.heading': 'Este documento é protegido por senha',
  'password.text':
    'Quem enviou o link pode ter informado a senha a você. Ela só é usada neste aparelho e não é guardada.',
  'password.label': 'Senha do documento',
  'password.submit': 'Abrir o documento',
  'password.giveUp': 'Não tenho a senha',
  'password.missing': 'Digite a senha.',
  'password.wrong': 'Senha incorreta. Digite de novo, respeitando maiúsculas e acentos.',
  'password.again': 'Digitar a senha',

  'problem.heading': 'Não foi possível mostrar o documento',
  'problem.empty': 'O arquivo está vazio. Peça um novo a quem enviou o link.',
  'problem.notPdf': 'O arquivo não é um PDF. Peça um novo a quem enviou o link.',
  'problem.damaged': 'O arquivo está danificado e não pode ser aberto. Peça um novo a quem enviou o link.',
  'problem.protected':
    'O arquivo só abre com senha. Digite a senha ou peça um arquivo sem senha a quem enviou o link.',
  'problem.noPages': 'O arquivo não tem páginas. Peça um novo a quem enviou o link.',
  'problem.unknownCharacters':
    'O arquivo usa uma fonte que não está nele, e algumas letras não podem ser identificadas. Peça um arquivo com as fontes incorporadas a quem enviou o link.',
  'problem.tooLarge':
    'O arquivo exige mais memória do que um navegador pode dar. Baixe o arquivo ou peça um menor a quem enviou o link.',
};

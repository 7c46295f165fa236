import type { Messages } from '../../i18n/messages.ts';
import type { en } from './en.ts';

export const ptBR: Messages<keyof typeof en> = {
  'tools.label': 'Ferramentas do documento',
  'tools.zoomIn': 'Ampliar',
  'tools.zoomOut': 'Reduzir',
  'tools.fitWidth': 'Ajustar à largura',
  'tools.zoomLevel': '{percent} %',
  'tools.zoomSaid': 'Zoom {percent} %',
  'tools.page': 'Página',
  'tools.pages': 'de {pages}',
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
  'page.failed': 'A página {page} não pôde ser desenhada.',

  'find.label': 'Localizar',
  'find.next': 'Próximo trecho',
  'find.previous': 'Trecho anterior',
  'find.count': '{current} de {total}',
  'find.none': 'Não encontrado',
  'find.searching': 'Procurando…',

  'digest.label': 'Impressão digital do arquivo (SHA-256)',
  'digest.verified': 'Igual à impressão digital que o serviço guarda deste documento.',
  'digest.unverified': 'O serviço não informou uma impressão digital para comparar.',
  'digest.show': 'Mostrar inteira',
  'digest.hide': 'Mostrar menos',
  'digest.copy': 'Copiar',
  'digest.copied': 'Copiada.',
  'digest.notCopied': 'O navegador não permitiu copiar. Selecione os caracteres e copie você mesmo.',

  'text.region': 'Texto do documento',
  'text.reading': 'Lendo a página…',
  'text.none': 'Esta página não tem texto para ler. Ela pode ser uma imagem.',
  'text.failed': 'O texto desta página não pôde ser lido.',
  'text.retry': 'Tentar de novo',
  'text.picture': 'Imagem: {text}',

  'warnings.region': 'Avisos sobre o documento',
  'warnings.heading.one': '{n} ponto de atenção antes de assinar',
  'warnings.heading.other': '{n} pontos de atenção antes de assinar',
  'warnings.show': 'Mostrar',
  'warnings.hide': 'Ocultar',
  'warnings.advice':
    'Para ter certeza de que vê tudo, baixe o documento e abra em outro programa, ou peça outro arquivo a quem enviou o link.',
  'warnings.xfa':
    'O arquivo contém um formulário de um tipo (XFA) que não pode ser mostrado aqui. Podem faltar campos ou páginas inteiras.',
  'warnings.hidden-content': 'Partes do documento estão desligadas e não são mostradas.',
  'warnings.scripts':
    'O arquivo contém um programa (JavaScript). Ele não é executado aqui; em outro lugar poderia mudar o que os campos dizem.',
  'warnings.attachments':
    'Há outros arquivos anexados ao documento. Eles são assinados com ele, mas não são mostrados.',
  'warnings.pages-differ':
    'O documento pode ter outras páginas além das mostradas aqui: o serviço conta outro número delas.',
  'warnings.field-missing': 'Pelo menos um campo de formulário tem um valor que não é mostrado.',
  'warnings.page-failed': 'Pelo menos uma página não pôde ser desenhada.',
  'warnings.image-missing':
    'Pelo menos uma imagem, ou outra parte de uma página, não pôde ser desenhada, ou só em parte.',
  'warnings.font-missing': 'Algumas letras não puderam ser desenhadas, porque a fonte está com defeito.',
  'warnings.blank-page':
    'Pelo menos uma página não mostra nada. Se ela deveria ter algo, pergunte a quem enviou o link.',
  'warnings.not-inspected':
    'Não foi possível verificar todo o documento em busca do que as páginas não mostram. Veja cada página antes de assinar.',
  'warnings.pages.one': 'Página {pages}.',
  'warnings.pages.other': 'Páginas {pages}.',
  'warnings.scanned':
    'Pelo menos uma página é uma imagem. Ela não tem texto que possa ser lido em voz alta, localizado ou selecionado. Se precisar, peça um arquivo com texto a quem enviou o link.',

  'password.heading': 'Este documento abre com uma senha',
  'password.text':
    'Quem o enviou pode ter informado a senha a você. Ela é usada só neste aparelho e não é guardada em lugar nenhum.',
  'password.label': 'Senha do documento',
  'password.submit': 'Abrir o documento',
  'password.giveUp': 'Não tenho a senha',
  'password.missing': 'Digite a senha.',
  'password.wrong': 'Essa não é a senha deste documento. Confira as maiúsculas e tente de novo.',
  'password.again': 'Digitar a senha',

  'problem.heading': 'O documento não pode ser mostrado',
  'problem.empty': 'O arquivo está vazio. Peça um novo a quem enviou o link.',
  'problem.notPdf': 'O arquivo não é um PDF. Peça um novo a quem enviou o link.',
  'problem.damaged': 'O arquivo está danificado e não pode ser aberto. Peça um novo a quem enviou o link.',
  'problem.protected':
    'O arquivo só abre com uma senha. Digite a senha, ou peça um arquivo sem senha a quem enviou o link.',
  'problem.noPages': 'O arquivo não tem páginas. Peça um novo a quem enviou o link.',
  'problem.tooLarge':
    'O arquivo precisa de mais memória do que um navegador pode dar. Baixe o arquivo, ou peça um menor a quem enviou o link.',
};

import type { DocumentPhotoKey } from '../document-photo-words.ts';

export const ptBR: Readonly<Record<DocumentPhotoKey, string>> = {
  heading: 'Foto do seu documento de identidade',
  intro: 'Tire uma foto do lado que tem o seu retrato, ou escolha uma deste aparelho.',
  'intro.privacy':
    'A foto é enviada ao serviço para ser comparada com você e não fica guardada nesta página.',
  type: 'Qual é o documento?',
  'type.RG': 'Carteira de identidade (RG)',
  'type.CNH': 'Carteira de motorista (CNH)',
  'type.CTPS': 'Carteira de trabalho (CTPS)',
  'type.PASSPORT': 'Passaporte',
  'type.OTHER': 'Outro documento com foto',
  camera: 'Usar a câmera',
  'camera.front': 'Usar a câmera frontal',
  'camera.rear': 'Usar a câmera traseira',
  file: 'Escolher uma foto',
  take: 'Tirar a foto',
  stop: 'Desligar a câmera',
  opening: 'O navegador pergunta se esta página pode usar a câmera.',
  preview: 'Imagem da câmera',
  photo: 'Sua foto',
  place: 'Coloque o documento dentro da moldura.',
  submit: 'Enviar a foto',
  submitting: 'Enviando…',
  again: 'Tirar outra',
  'flaw.dark': 'A foto está escura. Procure mais luz.',
  'flaw.bright': 'A foto está clara demais. Evite o reflexo.',
  'flaw.blurred': 'A foto está tremida. Segure firme ou limpe a lente.',
  'problem.small': 'Esta imagem é pequena demais para ser lida. Escolha uma maior.',
  'problem.unreadable':
    'Este arquivo não é uma imagem que este navegador consiga abrir. Escolha um JPEG ou PNG.',
  'problem.camera': 'A câmera não pode ser usada aqui. Escolha uma foto deste aparelho.',
  'problem.denied':
    'A câmera não está permitida para esta página. Permita ao lado do endereço, ou escolha uma foto.',
  'problem.lost': 'A câmera foi desligada. Ligue de novo, ou escolha uma foto.',
  'problem.mismatch':
    'A pessoa do documento não foi reconhecida. Confira se o documento é seu e se está legível.',
  'attempts.one': 'Você tem mais {n} tentativa.',
  'attempts.other': 'Você tem mais {n} tentativas.',
  'service.notDone': 'O serviço não confirmou a foto. Tente de novo.',
  'service.busy': 'O serviço está ocupado. Tente de novo em instantes.',
  'service.refused': 'O serviço não aceitou a foto. Tire outra.',
  'service.unknown':
    'Não conseguimos saber se a foto foi aceita. Verifique de novo antes de fazer qualquer outra coisa.',
};

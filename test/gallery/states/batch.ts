import { silence } from '../../support/scripted-service.ts';
import { until } from '../../support/mounted-session.ts';
import { RETURN, stepsOf, type GalleryState, type Place } from '../gallery-state.ts';
import type { Scene } from '../scene.ts';

const TITLES = [
  'Contrato de prestação de serviços',
  'Anexo I: tabela de preços',
  'Termo de adesão',
  'Política de privacidade',
  'Declaração de residência',
];

const batch = { batch: { total: TITLES.length } };

const SIGN: Place = { name: words => words.later('batch').t('submit', { n: TITLES.length }) };
const DECLINE: Place = { name: words => words.later('batch').t('decline') };

/** The list, with every document loaded. */
async function toList(scene: Scene): Promise<void> {
  await scene.signer.shows('batch');
  await scene.says(TITLES[0] ?? '');
  await until(() => scene.service.count('GET document') === TITLES.length || undefined, 'the documents');
}

const prepare = ({ service }: Scene) => service.makeBatch(TITLES);

/** Several documents, which are signed together. */
export const batchStates: readonly GalleryState[] = [
  {
    name: 'batch',
    session: batch,
    document: false,
    prepare,
    arrive: toList,
    primary: SIGN,
    visible: [DECLINE],
  },
  {
    name: 'batch-not-ticked',
    session: batch,
    document: false,
    prepare,
    arrive: async scene => {
      await toList(scene);
      await scene.press(scene.words.later('batch').t('submit', { n: TITLES.length }));
      await scene.says(scene.words.later('batch').t('consentMissing'));
    },
    primary: SIGN,
    focus: [{ selector: 'input[type="checkbox"]' }],
  },
  {
    name: 'batch-mismatch',
    session: batch,
    document: false,
    prepare: ({ service }) => service.makeBatch(TITLES, { hash: `sha256:${'0'.repeat(64)}` }),
    arrive: async scene => {
      await scene.signer.shows('batch');
      await scene.says(scene.words.later('batch').t('failed.mismatch'));
    },
    visible: [DECLINE],
  },
  {
    name: 'batch-certificate',
    session: { ...stepsOf(['CLICK_ACCEPT', 'DIGITAL_SIGN_A1'], 1), ...batch },
    document: false,
    prepare,
    arrive: async scene => {
      await scene.signer.shows('batch');
      await scene.says(scene.words.later('certificate').t('heading'));
    },
    primary: { name: words => words.later('certificate').t('file.open') },
    hindered: 'It opens the file that is chosen above it.',
  },
  {
    name: 'batch-sealing',
    session: { ...stepsOf(['CLICK_ACCEPT'], 1), batch: { total: TITLES.length, sealed: 2 } },
    document: false,
    prepare: ({ service }) => service.script('GET events', silence),
    arrive: scene => scene.says(scene.words.later('waiting').t('sealing', { done: 2, all: TITLES.length })),
  },
  {
    name: 'batch-signed',
    session: { ...batch, status: 'COMPLETED', completedAt: '2026-11-20T14:58:00Z' },
    document: false,
    prepare: async scene => {
      await scene.service.makeBatch(TITLES, { downloadUrl: 'https://service.test/signed.pdf' });
    },
    arrive: async scene => {
      await scene.signer.shows('outcome');
      await scene.says(TITLES[0] ?? '');
    },
    visible: [RETURN],
  },
];

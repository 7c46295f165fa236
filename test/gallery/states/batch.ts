import type { LaterKey } from '../../../src/i18n/messages/message-keys.ts';
import { silence } from '../../support/scripted-service.ts';
import { until } from '../../support/mounted-session.ts';
import { HEADING, RETURN, stepsOf, type GalleryState, type Place } from '../gallery-state.ts';
import { textIn } from '../deep-tree.ts';
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
const FIRST: Place = { selector: '.documents li:first-child button' };
const CONSENT: Place = { selector: '.consent input' };
const text = (key: LaterKey<'batch'>, values: Record<string, string> = {}): Place => ({
  text: words => words.later('batch').t(key, values),
});

/** The list, with every document loaded. */
async function toList(scene: Scene): Promise<void> {
  await scene.signer.shows('batch');
  await scene.says(TITLES[0] ?? '');
  const { t } = scene.words.later('batch');
  // Their bytes are the same, and come once.
  const loading = TITLES.map((_, done) => t('loading', { done, all: TITLES.length }));
  await until(
    () => !loading.some(words => textIn(scene.element).includes(words)) || undefined,
    'the documents',
  );
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
    seen: [HEADING, FIRST, DECLINE],
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
    seen: [text('consentMissing'), CONSENT],
    focus: [{ selector: 'input[type="checkbox"]' }],
  },
  {
    name: 'batch-last-document',
    session: batch,
    document: false,
    prepare,
    arrive: async scene => {
      await toList(scene);
      const last = await until(() => scene.part('.documents li:last-child button'), 'the last document');
      if (last instanceof HTMLElement) last.click();
      await scene.says(scene.words.later('batch').t('place', { n: TITLES.length, all: TITLES.length }));
    },
    seen: [{ selector: '.reader h3' }],
    focus: [{ selector: '.reader h3' }],
  },
  {
    name: 'batch-mismatch',
    session: batch,
    document: false,
    prepare: async ({ service }) => {
      await service.makeBatch(TITLES);
      const hash = `sha256:${'0'.repeat(64)}`;
      service.documents = service.documents.map((each, index) => (index === 1 ? { ...each, hash } : each));
    },
    arrive: async scene => {
      await scene.signer.shows('batch');
      await scene.says(scene.words.later('batch').t('failed.mismatch', { title: TITLES[1] ?? '' }));
    },
    seen: [text('failed.mismatch', { title: TITLES[1] ?? '' }), DECLINE],
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
    seen: [HEADING, { name: words => words.later('certificate').t('file.choose') }],
  },
  {
    name: 'batch-sealing',
    session: { ...stepsOf(['CLICK_ACCEPT'], 1), batch: { total: TITLES.length, sealed: 2 } },
    document: false,
    prepare: ({ service }) => service.script('GET events', silence),
    arrive: scene => scene.says(scene.words.later('waiting').t('sealing', { done: 2, all: TITLES.length })),
    seen: [
      { text: words => words.later('waiting').t('sealing', { done: 2, all: TITLES.length }) },
      { selector: 'progress' },
    ],
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
    seen: [HEADING, RETURN],
  },
];

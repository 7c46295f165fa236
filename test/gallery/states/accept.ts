import { fromNow } from '../../support/scripted-flow.ts';
import { PartialServer, scannedPdf } from '../../support/partial-server.ts';
import { lost, problem, silence } from '../../support/scripted-service.ts';
import { until } from '../../support/mounted-session.ts';
import { END, HEADING, stepsOf, type GalleryState, type Place } from '../gallery-state.ts';
import type { Scene } from '../scene.ts';

const ACCEPT: Place = { name: ({ t }) => t('accept.submit') };
/** Lets the document of the present state arrive. */
let releaseDocument: () => void;

const OPENING: Place = { name: ({ t }) => t('document.opening') };
const ARRIVING: Place = { name: ({ t }) => t('document.arriving') };
const ACCEPT_NEXT: Place = { name: ({ t }) => t('accept.submitNext') };
const CONFIRM: Place = { name: ({ t }) => t('accept.submit.action') };
const CONSENT: Place = { selector: '.consent input' };

/** A session that confirms an action. */
const trust = (description: string) => ({
  purpose: 'ACTION_AUTHENTICATION',
  action: { type: 'transfer', description, reference: 'TED 2026/004512-A' },
});

const LONG_TEXT =
  'Autorizo a transferência de R$ 128.450,00 da conta 0042-7 da agência 1234 do Banco Exemplo S.A. para a conta ' +
  '998877-1 da agência 0001 da Construtora Horizonte e Incorporadora Ltda., CNPJ 12.345.678/0001-95, em três ' +
  'parcelas iguais nos dias 5 de janeiro, 5 de fevereiro e 5 de março de 2027, referentes ao contrato de compra e ' +
  'venda nº 2026/004512-A do apartamento 1204 da torre B. Cada parcela só é debitada se houver saldo no dia. A ' +
  'autorização vale para este contrato e pode ser revogada até um dia útil antes de cada débito.';

/** Why nothing happened. */
const NOTICE: Place = { selector: '[role="alert"] .notice' };

/** The document is shown, and can be signed. */
const ready = ({ signer }: Scene) => signer.hears('sign-ready');

async function readyToSign(scene: Scene): Promise<void> {
  await ready(scene);
  await tick(scene);
}

async function tick(scene: Scene): Promise<void> {
  const box = await until(() => scene.part('.consent input'), 'the consent');
  if (box instanceof HTMLElement) box.click();
}

/** Until the widget says why nothing happened. */
const complained = (scene: Scene) => until(() => scene.part('[role="alert"] .notice'), 'the notice');

/** From the first screen of a session to the consent, and declining there. */
export const acceptStates: readonly GalleryState[] = [
  {
    name: 'loading',
    prepare: ({ service }) => service.script('GET session', silence),
    arrive: ({ signer }) => signer.shows('loading'),
    seen: [{ selector: '.bone.action' }],
  },
  {
    name: 'loading-slow',
    prepare: ({ service }) => service.script('GET session', silence, silence, silence),
    arrive: scene => scene.says(scene.words.t('loading.slow')),
    hurries: true,
    primary: { name: ({ t }) => t('action.retry') },
    seen: [{ text: ({ t }) => t('loading.slow') }],
  },
  {
    name: 'document-opening',
    prepare: ({ service }) => void service.holdDocument(),
    arrive: ({ signer }) => signer.shows('accept'),
    primary: OPENING,
    seen: [HEADING, CONSENT, END],
  },
  {
    name: 'document-opening-slow',
    prepare: ({ service }) => void service.holdDocument(),
    arrive: scene => scene.says(scene.words.t('document.openingSlow')),
    hurries: true,
    primary: OPENING,
    seen: [{ text: ({ t }) => t('document.openingSlow') }, CONSENT, END],
  },
  { name: 'accept', arrive: ready, primary: ACCEPT, seen: [HEADING, CONSENT, END], documentShare: 0.45 },
  {
    name: 'accept-no-company',
    session: { appearance: {} },
    arrive: ready,
    primary: ACCEPT,
    seen: [HEADING, CONSENT, END],
  },
  {
    name: 'accept-then-code',
    session: stepsOf(['CLICK_ACCEPT', 'OTP_CHALLENGE', 'OTP_VERIFY']),
    arrive: ready,
    primary: ACCEPT_NEXT,
    seen: [HEADING, CONSENT, END],
  },
  {
    name: 'accept-sandbox',
    session: { environment: 'sandbox' },
    arrive: ready,
    primary: ACCEPT,
    seen: [HEADING, CONSENT, END, { selector: '.strip.test' }],
  },
  {
    name: 'accept-ends-soon',
    prepare: ({ service }) => service.change({ expiresAt: fromNow(290) }),
    arrive: async scene => {
      await ready(scene);
      await scene.says(scene.words.plural('frame.expiresSoon', 5));
    },
    primary: ACCEPT,
    seen: [HEADING, CONSENT, { selector: '.strip.deadline' }],
  },
  {
    name: 'accept-location',
    session: { policy: { geolocation: true } },
    arrive: async scene => {
      await ready(scene);
      await scene.says(scene.words.later('location').t('share'));
    },
    primary: ACCEPT,
    seen: [HEADING, CONSENT, END],
  },
  {
    name: 'trust',
    session: trust('Transferir R$ 1.250,00 para João Pereira'),
    document: false,
    arrive: ready,
    primary: CONFIRM,
    seen: [HEADING, CONSENT],
  },
  {
    name: 'trust-long-text',
    session: trust(LONG_TEXT),
    document: false,
    arrive: ready,
    primary: CONFIRM,
    seen: [HEADING, CONSENT],
  },
  {
    name: 'accept-not-ticked',
    arrive: async scene => {
      await ready(scene);
      await scene.press(scene.words.t('accept.submit'));
      await scene.says(scene.words.t('accept.consentMissing.document'));
    },
    primary: ACCEPT,
    seen: [{ text: ({ t }) => t('accept.consentMissing.document') }, CONSENT, END],
    focus: [CONSENT],
  },
  {
    name: 'accept-early-press',
    prepare: ({ service }) => void service.holdDocument(),
    arrive: async scene => {
      await scene.signer.shows('accept');
      await tick(scene);
      await scene.press(scene.words.t('document.opening'));
      await scene.says(scene.words.t('accept.documentLoading'));
    },
    primary: OPENING,
    seen: [{ text: ({ t }) => t('accept.documentLoading') }, CONSENT, END],
    focus: [OPENING],
  },
  {
    name: 'accept-early-press-answered',
    prepare: ({ service }) => {
      releaseDocument = service.holdDocument();
    },
    arrive: async scene => {
      await scene.signer.shows('accept');
      await tick(scene);
      await scene.press(scene.words.t('document.opening'));
      await scene.says(scene.words.t('accept.documentLoading'));
      releaseDocument();
      await scene.says(scene.words.t('accept.documentReady'));
    },
    primary: ACCEPT,
    seen: [{ text: ({ t }) => t('accept.documentReady') }, CONSENT, END],
    focus: [ACCEPT],
  },
  {
    name: 'accept-arriving',
    prepare: async ({ service }) => {
      const scan = scannedPdf(4);
      await service.replaceDocument(scan, 4);
      new PartialServer(scan).holdDocument(service);
    },
    arrive: async scene => {
      await scene.says(scene.words.t('document.arriving'));
      await tick(scene);
      await scene.press(scene.words.t('document.arriving'));
      await scene.says(scene.words.t('accept.documentArriving'));
    },
    primary: ARRIVING,
    seen: [{ text: ({ t }) => t('accept.documentArriving') }, CONSENT, END],
    focus: [ARRIVING],
  },
  {
    name: 'accept-signing',
    prepare: ({ service }) => service.script('POST advance', silence),
    arrive: async scene => {
      await readyToSign(scene);
      await scene.press(scene.words.t('accept.submit'));
      await scene.says(scene.words.t('accept.submitting'));
    },
    primary: { name: ({ t }) => t('accept.submitting') },
    seen: [CONSENT, END],
    focus: [{ name: ({ t }) => t('accept.submitting') }],
  },
  {
    name: 'accept-error',
    prepare: ({ service }) => service.script('POST advance', () => problem(403, 'forbidden')),
    arrive: async scene => {
      await readyToSign(scene);
      await scene.press(scene.words.t('accept.submit'));
      await complained(scene);
    },
    primary: ACCEPT,
    seen: [NOTICE, CONSENT, END],
    focus: [ACCEPT],
  },
  {
    name: 'accept-offline',
    arrive: async scene => {
      await readyToSign(scene);
      scene.replace(navigator, 'onLine', false);
      for (const route of ['POST advance', 'GET session'])
        scene.service.script(route, ...Array.from({ length: 20 }, () => lost));
      await scene.press(scene.words.t('accept.submit'));
      await complained(scene);
    },
    hurries: true,
    primary: ACCEPT,
    hindered: 'The device is offline.',
    seen: [NOTICE, CONSENT, END],
    focus: [ACCEPT],
  },
  {
    name: 'document-unreachable',
    prepare: ({ service }) =>
      service.script('GET document', ...Array.from({ length: 2 }, () => () => problem(404, 'not-found'))),
    arrive: async scene => {
      await scene.says(scene.words.t('document.error.heading'));
      await until(() => scene.part('.consent'), 'the form');
    },
    primary: { name: ({ t }) => t('action.retry') },
    seen: [{ text: ({ t }) => t('document.error.heading') }, END],
  },
  {
    name: 'decline',
    arrive: async scene => {
      await ready(scene);
      await scene.press(scene.words.t('accept.decline'));
      await scene.signer.shows('decline');
    },
    primary: { name: words => words.later('decline').t('submit') },
    seen: [HEADING, { selector: 'textarea' }, { name: words => words.later('decline').t('keep') }],
    focus: [HEADING],
  },
];

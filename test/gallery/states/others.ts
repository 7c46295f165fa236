import { lost, problem, silence } from '../../support/scripted-service.ts';
import { until } from '../../support/mounted-session.ts';
import { HEADING, stepsOf, type GalleryState, type Place } from '../gallery-state.ts';

const RETRY: Place = { name: ({ t }) => t('action.retry') };

const NOTICE =
  'Para confirmar a sua identidade, comparamos o seu CPF, o seu nome e uma foto do seu rosto com a base da ' +
  'Senatran, por meio do Serpro.\n\nA base legal é a execução de contrato (art. 7º, V, da Lei 13.709/2018). A foto ' +
  'fica guardada por 90 dias e é apagada depois; o resultado da consulta fica na evidência da assinatura por dez ' +
  'anos. A Acme Crédito é a controladora destes dados.\n\nVocê pode pedir acesso, correção ou eliminação em ' +
  'privacidade@acme.example.';

/** Notices, waiting, other pages, and a service that can't be reached. */
export const otherStates: readonly GalleryState[] = [
  {
    name: 'purpose-disclosure',
    session: {
      ...stepsOf(['PURPOSE_DISCLOSURE', 'CLICK_ACCEPT']),
      disclosure: { version: '1', text: NOTICE },
    },
    document: false,
    arrive: ({ signer }) => signer.shows('purpose-disclosure'),
    primary: { name: words => words.later('disclosure').t('submit') },
    seen: [HEADING],
  },
  {
    name: 'waiting-signer',
    session: {
      envelope: {
        signerIndex: 3,
        waitingForIndex: 2,
        completedSessions: 1,
        totalSigners: 3,
        createdAt: '2026-11-18T12:00:00Z',
        invited: true,
        signers: [
          { signerIndex: 1, name: 'João da S*** P***', signedAt: '2026-11-19T17:30:00Z' },
          { signerIndex: 2, name: 'Ana C***' },
          { signerIndex: 3, name: 'Maria da S***' },
        ],
      },
    },
    prepare: ({ service }) => service.script('GET events', silence),
    arrive: ({ signer }) => signer.shows('waiting'),
    seen: [HEADING, { text: words => words.later('waiting').t('signatures', { done: 1, all: 3 }) }],
  },
  {
    name: 'waiting-check',
    session: stepsOf(['CLICK_ACCEPT', 'BIOMETRIC_LIVENESS', 'SERPRO_IDENTITY_CHECK'], 2, {
      status: 'STARTED',
    }),
    document: false,
    prepare: ({ service }) => service.script('GET events', silence),
    arrive: scene => scene.says(scene.words.later('waiting').t('check.government')),
    seen: [{ text: words => words.later('waiting').t('check.government') }],
  },
  {
    name: 'waiting-finishing',
    session: stepsOf(['CLICK_ACCEPT'], 1),
    document: false,
    prepare: ({ service }) => service.script('GET events', silence),
    arrive: scene => scene.says(scene.words.later('waiting').t('finishing.document')),
    seen: [{ text: words => words.later('waiting').t('finishing.document') }],
  },
  {
    name: 'hosted-step',
    session: {
      ...stepsOf(['CLICK_ACCEPT', 'RETINA_SCAN'], 1),
      hostedUrl: 'https://service.test/s/ss_test',
    },
    document: false,
    prepare: ({ service }) => service.script('GET events', silence),
    arrive: async scene => {
      await scene.signer.shows('hosted-step');
      await until(() => scene.control(scene.words.later('handover').t('page')), 'the button');
    },
    primary: { name: words => words.later('handover').t('page') },
    seen: [HEADING],
  },
  {
    name: 'error-network',
    prepare: ({ service }) => service.script('GET session', ...Array.from({ length: 9 }, () => lost)),
    arrive: scene => scene.says(scene.words.t('error.network')),
    hurries: true,
    primary: RETRY,
    seen: [{ text: ({ t }) => t('error.network') }],
  },
  {
    name: 'error-offline',
    prepare: scene => {
      scene.replace(navigator, 'onLine', false);
      scene.service.script('GET session', ...Array.from({ length: 9 }, () => lost));
    },
    arrive: scene => scene.says(scene.words.t('error.offline')),
    hurries: true,
    primary: RETRY,
    seen: [{ text: ({ t }) => t('error.offline') }],
  },
  {
    name: 'error-service',
    prepare: ({ service }) =>
      service.script('GET session', ...Array.from({ length: 9 }, () => () => problem(500, 'internal'))),
    arrive: scene => scene.says(scene.words.t('error.service')),
    hurries: true,
    primary: RETRY,
    seen: [{ text: ({ t }) => t('error.service') }],
  },
];

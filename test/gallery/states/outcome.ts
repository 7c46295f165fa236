import { ACTION, type WireBootstrap } from '../../support/bootstraps.ts';
import { HEADING, RETURN, type GalleryState, type Place } from '../gallery-state.ts';
import type { Scene } from '../scene.ts';

const DOWNLOAD: Place = { name: ({ end }) => end.t('download') };
const VERIFY: Place = { name: ({ end }) => end.t('verify') };

const COMPLETED: WireBootstrap = {
  status: 'COMPLETED',
  completedAt: '2026-11-20T14:58:00Z',
  evidenceId: 'ev_01JD8K3V9Q7',
  verifierUrl: 'https://service.test/verify/ev_01JD8K3V9Q7',
};
const SIGNED = {
  downloadUrl: 'https://service.test/signed.pdf',
  document: { hash: `sha256:${'250ebc2d'.repeat(8)}`, signedHash: `sha256:${'6d1f777e'.repeat(8)}` },
};

const shown = ({ signer }: Scene) => signer.shows('outcome');

/** Every end of a session, and what rules one out. */
export const outcomeStates: readonly GalleryState[] = [
  {
    name: 'completed',
    session: { ...COMPLETED, ...SIGNED },
    document: false,
    arrive: async scene => {
      await shown(scene);
      await scene.says(scene.words.end.t('completed.heading'));
      await scene.says(scene.words.end.t('facts'));
    },
    primary: DOWNLOAD,
    seen: [HEADING, VERIFY, RETURN],
  },
  {
    name: 'completed-first',
    session: {
      ...COMPLETED,
      ...SIGNED,
      document: { ...SIGNED.document, filename: 'contrato-de-servicos.pdf' },
      envelope: {
        signerIndex: 1,
        totalSigners: 3,
        completedSessions: 1,
        signers: [
          { signerIndex: 1, name: 'Maria d. S.', signedAt: COMPLETED['completedAt'] },
          { signerIndex: 2, name: 'João P.' },
          { signerIndex: 3 },
        ],
      },
    },
    document: false,
    arrive: async scene => {
      await shown(scene);
      await scene.says(scene.words.later('waiting').t('final'));
      await scene.says(scene.words.end.t('facts'));
    },
    primary: DOWNLOAD,
    seen: [HEADING, { text: () => 'contrato-de-servicos.pdf' }, RETURN],
  },
  {
    name: 'completed-trust',
    session: { ...ACTION, ...COMPLETED },
    document: false,
    arrive: async scene => {
      await shown(scene);
      await scene.says(scene.words.end.t('completed.heading.action'));
      await scene.says(scene.words.end.t('facts'));
    },
    primary: { name: ({ end }) => end.t('verify.action') },
    seen: [HEADING, RETURN],
  },
  ...(
    [
      ['declined', { status: 'CANCELLED', cancelledBy: 'signer' }],
      ['cancelled', { status: 'CANCELLED', cancelledBy: 'integrator' }],
      ['failed', { status: 'FAILED', failure: { reason: 'FINALIZATION_FAILED' } }],
      ['expired', { status: 'EXPIRED' }],
    ] as const
  ).map(([name, session]): GalleryState => ({
    name,
    session,
    document: false,
    arrive: async scene => {
      await shown(scene);
      await scene.says(scene.words.end.t(`${name}.heading`));
    },
    primary: RETURN,
    seen: [HEADING],
  })),
  {
    name: 'declined-no-address',
    session: { status: 'CANCELLED', cancelledBy: 'signer', returnUrl: undefined, cancelUrl: undefined },
    document: false,
    arrive: scene => scene.says(scene.words.end.t('mayClose')),
    seen: [HEADING, { text: ({ end }) => end.t('mayClose') }],
  },
  {
    name: 'invalid-link',
    properties: { clientSecret: 'nonsense' },
    arrive: shown,
    seen: [HEADING],
  },
  {
    name: 'unsupported-browser',
    prepare: scene => scene.replace(CSS, 'supports', () => false),
    arrive: scene => scene.says(scene.words.end.t('unsupportedBrowser.heading')),
    seen: [HEADING],
  },
];

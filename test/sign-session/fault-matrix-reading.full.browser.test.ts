import { expect } from '@open-wc/testing';
import { IntentEvent } from '../../src/screens/screen.ts';
import type { MountedSession } from '../support/mounted-session.ts';
import { accepted, CODES, codesSent, NOTHING_SEEN, onScreen } from './fault-matrix/action.ts';
import { ONE_OF_EACH, type Outcome } from './fault-matrix/faults.ts';
import { playMatrix } from './fault-matrix/play.ts';

/* The matrix for what the widget reads beside the session: the document, and the line that tells of changes. */

const pane = (signer: MountedSession) => signer.root.querySelector('sign-session-document')?.shadowRoot;
const paneText = (signer: MountedSession): string => pane(signer)?.textContent.replace(/\s+/g, ' ') ?? '';

const UNARRIVED: Outcome = { says: /The document did not load/, event: 'sign-error:document_unavailable' };

playMatrix({
  'a look at the document': {
    policy: CODES,
    content: 'document',
    match: { ofDocument: true, method: 'GET' },
    faults: [...ONE_OF_EACH, 'is answered, but the answer breaks off'],
    act: () => undefined,
    done: signer => signer.events.includes('sign-ready') && onScreen('accept')(signer),
    once: async session => {
      expect((await session.state())['status']).to.equal('ACTIVE');
    },
    told: paneText,
    again: signer => pane(signer)?.querySelector<HTMLElement>('.retry'),
    outcomes: {
      ...NOTHING_SEEN,
      lost: UNARRIVED,
      unreached: UNARRIVED,
      down: UNARRIVED,
    },
  },
  'the line that tells of changes': {
    policy: CODES,
    match: { path: '/events' },
    // Whatever ends it, the widget asks from time to time instead (session-stream.node.test.ts).
    faults: [
      'is answered, but the answer breaks off',
      'is never answered',
      'is answered by somebody else’s page',
      'meets a 403',
      'meets no network until it is back',
    ],
    ready: async signer => {
      await signer.shows('accept');
    },
    // Whoever asked for a link may be going on elsewhere: from then on the widget listens.
    act: signer => signer.screen?.dispatchEvent(new IntentEvent({ kind: 'handOver' })),
    elsewhere: accepted,
    done: onScreen('otp'),
    once: session => codesSent(session, 1),
    outcomes: NOTHING_SEEN,
  },
});

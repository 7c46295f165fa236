import { expect } from '@open-wc/testing';
import type { MountedSession } from '../support/mounted-session.ts';
import { until } from '../support/mounted-session.ts';
import { serviceRequest } from '../support/runner-page.ts';
import { CODES, NOTHING_SEEN } from './fault-matrix/action.ts';
import { ONE_OF_EACH, type Outcome } from './fault-matrix/faults.ts';
import { playMatrix } from './fault-matrix/play.ts';

/* The matrix for the link that goes on elsewhere: at a step that the widget does not have. */

const part = (signer: MountedSession) =>
  signer.screen?.shadowRoot?.querySelector('sign-session-handover')?.shadowRoot;
const partText = (signer: MountedSession): string => part(signer)?.textContent.replace(/\s+/g, ' ') ?? '';
const link = (signer: MountedSession) => part(signer)?.querySelector('a');
const button = (signer: MountedSession) => part(signer)?.querySelector('button');

const unmade = (code: string): Outcome => ({
  says: /The link could not be created/,
  event: `sign-error:${code}`,
});

/** The other device asks what is behind the code of a link. */
async function exchange(code: string): Promise<number> {
  const { status } = await serviceRequest({
    path: '/v1/handover',
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ code }),
  });
  return status;
}

playMatrix({
  handover: {
    policy: CODES,
    match: { method: 'POST', path: '/handover' },
    // A service without the route has the signer's own link.
    faults: [...ONE_OF_EACH, 'meets a 404'],
    newerStep: true,
    ready: async signer => {
      await signer.shows('hosted-step');
      await until(() => button(signer), 'the button');
    },
    // While the service is asked about the last try, the button waits: the next frame shows it.
    act: signer => {
      const enabled = () => button(signer)?.getAttribute('aria-disabled') === 'false' && button(signer);
      requestAnimationFrame(() => {
        void until(enabled, 'the button', 30_000).then(found => found.click());
      });
    },
    told: partText,
    done: signer => link(signer) !== null && link(signer) !== undefined,
    once: async (session, signer) => {
      const { searchParams } = new URL(link(signer)?.href ?? '');
      // A service without the route has the signer's own link only (signer API, section 2).
      if (searchParams.has('cs')) return;
      const code = searchParams.get('h') ?? '';
      expect(await exchange(code), 'the link that is shown works').to.equal(200);
      expect(await exchange(code), 'and works once').to.equal(404);
      expect((await session.state())['status']).to.equal('ACTIVE');
    },
    outcomes: {
      ...NOTHING_SEEN,
      garbage: unmade('unexpected_answer'),
      misread: unmade('unexpected_answer'),
      stranger: unmade('request_refused'),
      refused: unmade('request_refused'),
      conflict: unmade('request_refused'),
      gone: unmade('request_refused'),
      lost: unmade('network'),
      unreached: unmade('network'),
      down: unmade('service_unavailable'),
    },
  },
});

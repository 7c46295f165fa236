import { expect } from '@open-wc/testing';
import { fromBase64 } from '../../src/certificate/base64.ts';
import { openCertificate } from '../support/certificate-form.ts';
import { LiveServiceClient, type LiveSession } from '../support/live-sessions.ts';
import { type MountedSession, until } from '../support/mounted-session.ts';
import { accepted, outcomes, pressSubmit, submitButton } from './fault-matrix/action.ts';
import { ONE_OF_EACH } from './fault-matrix/faults.ts';
import { playMatrix } from './fault-matrix/play.ts';

/* The matrix for the two actions that a certificate signs with. */

const PASSWORD = 'Senha#123';

let file: File | undefined;

async function fetchedFile(): Promise<File> {
  const { body } = await new LiveServiceClient().request({ path: '/_local/certificates/good.p12' });
  return new File([fromBase64(body)], 'good.p12');
}

/**
 * The file of the local authority that is good for this signer. The authority is made for whoever asks first, which on
 * a busy machine takes longer than the runner waits for one answer.
 */
async function goodFile(): Promise<File> {
  file ??= await fetchedFile().catch(fetchedFile);
  return file;
}

/** Signs; after a refusal of the certificate with the file chosen again, as the screen asks. */
function sign(signer: MountedSession): void {
  const another = signer.screen?.shadowRoot?.querySelector<HTMLElement>(
    '.actions .primary:not([part=submit])',
  );
  another?.click();
  const chosen = another
    ? goodFile().then(good => openCertificate(signer, good, PASSWORD))
    : Promise.resolve();
  void chosen.then(() => pressSubmit(signer));
}

const signing = {
  policy: { profile: 'DIGITAL_CERTIFICATE' },
  content: 'document',
  before: accepted,
  ready: async (signer: MountedSession) => {
    await signer.shows('certificate');
    // Nothing is signed that is not shown.
    await until(() => signer.events.includes('sign-ready'), 'the document', 90_000);
    await openCertificate(signer, await goodFile(), PASSWORD);
    await until(() => submitButton(signer), 'the button to sign', 90_000);
  },
  act: sign,
  done: (signer: MountedSession) => signer.text.includes('Document signed'),
  // Each signature is an attempt.
  once: async (session: LiveSession) => {
    expect(await session.step('DIGITAL_SIGN_A1')).to.include({ status: 'COMPLETED', attempts: 1 });
    expect((await session.state())['status']).to.equal('COMPLETED');
  },
} as const;

const words = outcomes({
  notDone: /has not confirmed your signature yet. So far, nothing is signed/,
  refused: /did not accept this certificate. Nothing was signed/,
  busy: /The service is busy. So far, nothing is signed/,
  unknown: /could not find out whether your signature was completed/,
});

playMatrix({
  prepare_signing: {
    ...signing,
    match: { action: 'prepare_signing' },
    faults: ONE_OF_EACH,
    // What an answer that can't be read prepared, nobody can sign: another try prepares anew.
    outcomes: { ...words, misread: words.garbage },
  },
  complete_signing: {
    ...signing,
    match: { action: 'complete_signing' },
    faults: [...ONE_OF_EACH, 'meets a 409'],
    // Another signature came in between: it is prepared and signed again.
    outcomes: { ...words, conflict: {} },
  },
});

import { expect } from '@open-wc/testing';
import type { LiveSession } from '../support/live-sessions.ts';
import { until } from '../support/mounted-session.ts';
import { onScreen, outcomes, pressSubmit, submitButton } from './fault-matrix/action.ts';
import { ONE_OF_EACH } from './fault-matrix/faults.ts';
import { playMatrix } from './fault-matrix/play.ts';

/* The matrix for the photo of an identity document, after a camera step that the sandbox simulates. */

async function passTheCheck(session: LiveSession): Promise<void> {
  const { livenessSessionId } = await session.advance({ action: 'start_liveness' });
  await session.advance({ action: 'complete_liveness', livenessSessionId });
}

/** A picture that a service takes for a photo. */
async function photo(): Promise<File> {
  const canvas = Object.assign(document.createElement('canvas'), { width: 800, height: 600 });
  canvas.getContext('2d')?.fillText('MARIA DA SILVA', 100, 100);
  const blob = await new Promise<Blob | null>(resolve => {
    canvas.toBlob(resolve, 'image/jpeg');
  });
  if (blob === null) throw new Error('no photo');
  return new File([blob], 'photo.jpg', { type: 'image/jpeg' });
}

playMatrix({
  submit_document_photo: {
    policy: {
      profile: 'CUSTOM',
      customSteps: ['BIOMETRIC_LIVENESS', 'DOCUMENT_PHOTO_MATCH', 'CLICK_ACCEPT'],
    },
    match: { action: 'submit_document_photo' },
    faults: ONE_OF_EACH,
    before: passTheCheck,
    ready: async signer => {
      const screen = await signer.shows('document-photo');
      const chooser = await until(
        () => screen.querySelector<HTMLInputElement>('input[type=file]'),
        'the field',
      );
      const transfer = new DataTransfer();
      transfer.items.add(await photo());
      chooser.files = transfer.files;
      chooser.dispatchEvent(new Event('change', { bubbles: true }));
      await until(() => submitButton(signer), 'the button');
    },
    act: pressSubmit,
    done: onScreen('accept'),
    // Attempts are those that failed.
    once: async session => {
      expect(await session.step('DOCUMENT_PHOTO_MATCH')).to.include({ status: 'COMPLETED', attempts: 0 });
    },
    outcomes: outcomes({
      notDone: /The service has not confirmed the photo/,
      refused: /The service did not accept the photo/,
      busy: /The service is busy/,
      unknown: /could not find out whether the photo was accepted/,
    }),
  },
});

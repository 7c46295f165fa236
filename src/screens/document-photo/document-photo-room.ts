import { html } from 'lit';
import { room } from '../room.ts';
import './document-photo-screen.ts';
import { DOCUMENT_PHOTO_WORDS } from './document-photo-words.ts';

/** A photo of the signer's identity document. */
export const documentPhotoRoom = room(
  DOCUMENT_PHOTO_WORDS,
  ({ step, covered, context: { translator, snapshot } }, words) =>
    html`<sign-session-document-photo
      class=${covered ? 'covered' : 'screen'}
      ?hidden=${covered}
      .covered=${covered}
      .step=${step}
      .words=${words}
      .translator=${translator}
      .snapshot=${snapshot}
    ></sign-session-document-photo>`,
);

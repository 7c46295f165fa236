import { html } from 'lit';
import { assetsFolder } from '../../document/assets-url.ts';
import { room } from '../room.ts';
import './certificate-screen.ts';
import { CERTIFICATE_WORDS } from './certificate-words.ts';

/** Signing with a digital certificate. */
export const certificateRoom = room(CERTIFICATE_WORDS, ({ view, step, covered, context }, words) => {
  const { translator, snapshot, assetsUrl, certificates } = context;
  return html`<sign-session-certificate
    class=${covered ? 'covered' : 'screen'}
    ?hidden=${covered}
    .view=${view}
    .step=${step}
    .words=${words}
    .assetsUrl=${assetsFolder(assetsUrl)}
    .options=${certificates}
    .translator=${translator}
    .snapshot=${snapshot}
  ></sign-session-certificate>`;
});

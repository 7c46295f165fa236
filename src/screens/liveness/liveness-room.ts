import { html } from 'lit';
import { assetsFolder } from '../../document/assets-url.ts';
import { TrackerSupply } from '../../face/tracker-supply.ts';
import { room, type Room } from '../room.ts';
import { CameraMemory } from './camera-memory.ts';
import { isSimulated } from './liveness-screen.ts';
import { LIVENESS_WORDS } from './liveness-words.ts';
import { isMetered } from './metered-connection.ts';

/** The camera step. An element keeps its tracker and its choice of camera for as long as it lives. */
export const livenessRoom: Room = host => {
  const supply = new TrackerSupply();
  const memory = new CameraMemory();
  const open = room(LIVENESS_WORDS, ({ view, step, covered, context }, words) => {
    const { translator, snapshot, assetsUrl } = context;
    return html`<sign-session-liveness
      class=${covered ? 'covered' : 'screen'}
      ?hidden=${covered}
      .covered=${covered}
      .view=${view}
      .step=${step}
      .words=${words}
      .assetsUrl=${assetsFolder(assetsUrl)}
      .supply=${supply}
      .memory=${memory}
      .translator=${translator}
      .snapshot=${snapshot}
    ></sign-session-liveness>`;
  })(host);
  return {
    get ready() {
      return open.ready;
    },
    want: locale => open.want(locale),
    render: place => open.render(place),
    warm(view, assetsUrl) {
      if (!isSimulated(view) && !isMetered()) supply.warm(assetsFolder(assetsUrl));
    },
    close: () => supply.close(),
  };
};

/**
 * `npm run gallery`: every state of the widget, on this computer.
 *
 * `-- --shots <folder>` writes pictures in place of it; `--state`, `--size 360x640`, `--locale es` and `--scheme light`,
 * `dark` or `forced-colors` say of what, each as often as wanted.
 */
import { parseArgs } from 'node:util';
import { startGallery } from './gallery-server.ts';
import { takeShots } from './shots.ts';

const choice = { type: 'string', multiple: true } as const;
const { values } = parseArgs({
  options: {
    port: { type: 'string', default: '4020' },
    shots: { type: 'string' },
    state: choice,
    size: choice,
    scheme: choice,
    locale: choice,
  },
});

const { shots, state, size = ['360x640'], scheme = ['light'], locale = ['pt-BR'] } = values;
const gallery = await startGallery(shots === undefined ? { port: Number(values.port), rebuilds: true } : {});
if (shots === undefined) console.log(`The screens of the widget: ${gallery.url}`);
else {
  try {
    await takeShots(gallery.url, shots, { states: state, sizes: size, schemes: scheme, locales: locale });
  } finally {
    await gallery.close();
  }
}

/** `npm run assets`: fetches what the demo needs and the repository does not hold, the face landmarker's model. */
import path from 'node:path';
import { fetchFaceModel } from './face-model.ts';

const root = path.join(import.meta.dirname, '..');
const file = await fetchFaceModel(path.join(root, '.data/assets'));
console.log(`${path.relative(root, file)} is there. The next build puts it beside the widget.`);

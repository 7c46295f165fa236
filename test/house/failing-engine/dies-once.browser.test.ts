/** Its engine is killed while it waits, the first time; see ../lost-browser.node.test.ts. */
import { untilPictureIsGone } from './picture.ts';

it('waits for somebody outside', () => untilPictureIsGone('dies-once'));

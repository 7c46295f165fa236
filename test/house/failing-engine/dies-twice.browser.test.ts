/** Its engine is killed whenever it waits; see ../lost-browser.node.test.ts. */
import { untilPictureIsGone } from './picture.ts';

it('passes before the engine dies, which then counts for nothing', () => undefined);

it('waits for somebody outside', () => untilPictureIsGone('dies-twice'));

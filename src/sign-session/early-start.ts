import { assetSource } from '../assets/asset-source.ts';
import { startViewer } from '../document/start-viewer.ts';
import { absoluteUrl } from './attributes.ts';

/**
 * Evaluated before the rest of the script: where an element with a secret is in the page already, what shows its document
 * is on its way while the browser evaluates the element's code. On the server there is no page.
 */
const page = 'document' in globalThis ? document : undefined;
const element = page?.querySelector('sign-session[client-secret]');
if (element) startViewer(assetSource(absoluteUrl(element.getAttribute('assets-url'))));

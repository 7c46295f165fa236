/**
 * V8 lets the space for new objects grow from 1 MB to 48 MB while there is much to do, and does not give it back. A
 * service that computes little on its main thread is no faster for it. Imported first, before what is loaded makes it grow.
 */
import { setFlagsFromString } from 'node:v8';

setFlagsFromString('--semi-space-growth-factor=1');

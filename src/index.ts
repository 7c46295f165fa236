/** Defines `<sign-session>` and exports the public names. */
import { SignSession } from './pure.ts';
import { define } from './ui/define.ts';

export * from './pure.ts';

define('sign-session', SignSession);

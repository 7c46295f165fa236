/** Defines `<sign-session>` and exports the public names. */
// First: see there.
import './sign-session/early-start.ts';
import { SignSession } from './pure.ts';
import { warnLater } from './sign-session/check-setup.ts';
import { define } from './ui/define.ts';

export * from './pure.ts';

define('sign-session', SignSession);
if (customElements.get('sign-session') !== SignSession) warnLater({ kind: 'secondCopy' });

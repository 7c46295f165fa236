/** Defines `<sign-session>` and exports the public names. */
import { SignSession } from './pure.ts';
import { warnOfSecondDefinition } from './sign-session/setup-warnings.ts';
import { define } from './ui/define.ts';

export * from './pure.ts';

define('sign-session', SignSession);
if (customElements.get('sign-session') !== SignSession) warnOfSecondDefinition();

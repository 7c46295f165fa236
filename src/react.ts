import { createComponent, type EventName } from '@lit/react';
import * as React from 'react';
import { SignSession as SignSessionElement } from './index.ts';
import type {
  SignCompletedEvent,
  SignDeclinedEvent,
  SignErrorEvent,
  SignExpiredEvent,
  SignFailedEvent,
  SignInterruptedEvent,
  SignReadyEvent,
  SignRedirectEvent,
  SignStepEvent,
} from './index.ts';

/** The element's properties; what each does is told in the element's own documentation. */
type ElementProperties = Pick<
  SignSessionElement,
  | 'allowUnverifiedDigest'
  | 'appearance'
  | 'assetsUrl'
  | 'baseUrl'
  | 'certificateProviders'
  | 'clientSecret'
  | 'colorScheme'
  | 'geolocation'
  | 'locale'
  | 'redirect'
  | 'sessionId'
  | 'webPki'
>;

interface EventHandlers {
  /** The first screen is there, with the document's first page. */
  onSignReady?: (event: SignReadyEvent) => void;
  /** Another screen is shown. */
  onSignStep?: (event: SignStepEvent) => void;
  /** Everything is done; check it on your server. */
  onSignCompleted?: (event: SignCompletedEvent) => void;
  /** The signer declined. */
  onSignDeclined?: (event: SignDeclinedEvent) => void;
  /** The time ran out. */
  onSignExpired?: (event: SignExpiredEvent) => void;
  /** Cancelled by the integrator, or the service could not finish. */
  onSignFailed?: (event: SignFailedEvent) => void;
  /** Something is in the way. */
  onSignError?: (event: SignErrorEvent) => void;
  /** The page or the element goes while the session is open. */
  onSignInterrupted?: (event: SignInterruptedEvent) => void;
  /** About to go to the return address; cancelable. */
  onSignRedirect?: (event: SignRedirectEvent) => void;
}

export interface SignSessionProps
  extends
    Partial<ElementProperties>,
    EventHandlers,
    Omit<React.HTMLAttributes<SignSessionElement>, keyof ElementProperties | 'children'> {}

/** The event's name with its type, which `@lit/react` reads off it. */
function typedEvent<Name extends keyof HTMLElementEventMap>(
  name: Name,
): EventName<HTMLElementEventMap[Name]> {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the type is a brand without a value
  return name as Name & EventName<HTMLElementEventMap[Name]>;
}

/** On a server there is nothing to lay out, and React before 19 warns of the effect. */
const react = typeof document === 'undefined' ? { ...React, useLayoutEffect: (): void => undefined } : React;

/**
 * `<sign-session>` as a React component. Properties are set on the element once it is in the page: what a server renders
 * is an empty tag, which neither holds the client secret nor disagrees with the browser's.
 */
export const SignSession: React.ForwardRefExoticComponent<
  SignSessionProps & React.RefAttributes<SignSessionElement>
> = createComponent({
  react,
  tagName: 'sign-session',
  elementClass: SignSessionElement,
  displayName: 'SignSession',
  events: {
    onSignReady: typedEvent('sign-ready'),
    onSignStep: typedEvent('sign-step'),
    onSignCompleted: typedEvent('sign-completed'),
    onSignDeclined: typedEvent('sign-declined'),
    onSignExpired: typedEvent('sign-expired'),
    onSignFailed: typedEvent('sign-failed'),
    onSignError: typedEvent('sign-error'),
    onSignInterrupted: typedEvent('sign-interrupted'),
    onSignRedirect: typedEvent('sign-redirect'),
  },
});

import { createComponent, type EventName } from '@lit/react';
import * as React from 'react';
import { SignSession as SignSessionElement } from './index.ts';
import type {
  SignCloseEvent,
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

/** The element's properties; see the element's documentation. */
type ElementProperties = Pick<
  SignSessionElement,
  | 'allowUnverifiedDigest'
  | 'appearance'
  | 'assetsUrl'
  | 'baseUrl'
  | 'certificateProviders'
  | 'clientSecret'
  | 'colorScheme'
  | 'display'
  | 'fetch'
  | 'geolocation'
  | 'locale'
  | 'redirect'
  | 'sessionId'
  | 'webPki'
>;

interface EventHandlers {
  /** The first screen is shown, with the document's first page if there is a document. */
  onSignReady?: (event: SignReadyEvent) => void;
  /** Another screen is shown. */
  onSignStep?: (event: SignStepEvent) => void;
  /** The session is completed; verify it on your server. */
  onSignCompleted?: (event: SignCompletedEvent) => void;
  /** The signer declined. */
  onSignDeclined?: (event: SignDeclinedEvent) => void;
  /** The session has expired. */
  onSignExpired?: (event: SignExpiredEvent) => void;
  /** The integrator cancelled the session, or the service could not complete it. */
  onSignFailed?: (event: SignFailedEvent) => void;
  /** Something went wrong. */
  onSignError?: (event: SignErrorEvent) => void;
  /** The page was left or the element removed while the session was open. */
  onSignInterrupted?: (event: SignInterruptedEvent) => void;
  /** About to go to the return address; cancelable. */
  onSignRedirect?: (event: SignRedirectEvent) => void;
  /** About to close the dialog; cancelable. */
  onSignClose?: (event: SignCloseEvent) => void;
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

/** On a server there is no layout, and React before 19 warns about layout effects. */
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
    onSignClose: typedEvent('sign-close'),
  },
});

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
  | 'appearance'
  | 'assetsUrl'
  | 'baseUrl'
  | 'certificateFrame'
  | 'certificateProviders'
  | 'clientSecret'
  | 'colorScheme'
  | 'display'
  | 'fetch'
  | 'geolocation'
  | 'locale'
  | 'messages'
  | 'redirect'
  | 'sessionId'
  | 'tokenBridge'
  | 'webPki'
>;

/** A property that is undefined counts as absent, also under `exactOptionalPropertyTypes`. */
type Optional<Properties> = { [Name in keyof Properties]?: Properties[Name] | undefined };

interface EventHandlers {
  /** The first screen is shown, with the document's first page if there is a document. */
  onSignReady?: ((event: SignReadyEvent) => void) | undefined;
  /** Another screen is shown. */
  onSignStep?: ((event: SignStepEvent) => void) | undefined;
  /** The session is completed; verify it on your server. */
  onSignCompleted?: ((event: SignCompletedEvent) => void) | undefined;
  /** The signer declined. */
  onSignDeclined?: ((event: SignDeclinedEvent) => void) | undefined;
  /** The session has expired. */
  onSignExpired?: ((event: SignExpiredEvent) => void) | undefined;
  /** The integrator cancelled the session, or the service could not complete it. */
  onSignFailed?: ((event: SignFailedEvent) => void) | undefined;
  /** Something went wrong. */
  onSignError?: ((event: SignErrorEvent) => void) | undefined;
  /** The page was left or the element removed while the session was open. */
  onSignInterrupted?: ((event: SignInterruptedEvent) => void) | undefined;
  /** About to go to the return address; cancelable. */
  onSignRedirect?: ((event: SignRedirectEvent) => void) | undefined;
  /** About to close the dialog; cancelable. */
  onSignClose?: ((event: SignCloseEvent) => void) | undefined;
}

export interface SignSessionProps
  extends
    Optional<ElementProperties>,
    EventHandlers,
    Omit<React.HTMLAttributes<SignSessionElement>, keyof ElementProperties> {}

/** The event's name with its type, which `@lit/react` reads off it. */
function typedEvent<Name extends keyof HTMLElementEventMap>(
  name: Name,
): EventName<HTMLElementEventMap[Name]> {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the type is a brand without a value
  return name as Name & EventName<HTMLElementEventMap[Name]>;
}

/** On a server there is no layout, and React before 19 warns about layout effects. */
const react = typeof document === 'undefined' ? { ...React, useLayoutEffect: (): void => undefined } : React;

/** What the element has where a property is absent; undefined for the others. */
const DEFAULTS = {
  certificateFrame: false,
  certificateProviders: [],
  display: 'inline',
  geolocation: false,
  redirect: 'never',
} as const satisfies Partial<ElementProperties>;

type DefinedProperties<Properties> = { [Name in keyof Properties]: Exclude<Properties[Name], undefined> };

function withoutUndefined<Properties extends object>(properties: Properties): DefinedProperties<Properties> {
  const entries = Object.entries(properties).filter(([, value]) => value !== undefined);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what was undefined is left out
  return Object.fromEntries(entries) as DefinedProperties<Properties>;
}

const Component = createComponent({
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

/**
 * `<sign-session>` as a React component. Properties are set on the element once it is in the page: what a server renders
 * is an empty tag, which neither holds the client secret nor disagrees with the browser's.
 */
export const SignSession: React.ForwardRefExoticComponent<
  SignSessionProps & React.RefAttributes<SignSessionElement>
> = React.forwardRef<SignSessionElement, SignSessionProps>((properties, ref) =>
  React.createElement(Component, { ...DEFAULTS, ...withoutUndefined(properties), ref }),
);
SignSession.displayName = 'SignSession';

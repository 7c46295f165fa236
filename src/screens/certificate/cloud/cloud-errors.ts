import type { LaterKey } from '../../../i18n/messages/message-keys.ts';

const ERRORS: ReadonlyMap<string, LaterKey<'certificate'>> = new Map(
  (
    [
      'denied',
      'timed-out',
      'expired',
      'wrong-holder',
      'provider-unavailable',
      'too-many',
      'invalid-answer',
      'too-many-documents',
      'not-supported',
    ] as const
  ).map(error => [error, `cloud.${error}`]),
);

/** The message of a failed authorisation. Unknown errors have one too. */
export function cloudErrorKey(error = ''): LaterKey<'certificate'> {
  return ERRORS.get(error) ?? 'cloud.invalid-answer';
}

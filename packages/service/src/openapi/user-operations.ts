import { operation, type Operations } from './operation.ts';

/** Operations on users' reference photos. */
export const USER_OPERATIONS: Operations = {
  'PUT /v1/users/{userExternalId}/enrollment': operation(
    'putEnrollment',
    'Sets the photo that BIOMETRIC_MATCH compares this user’s face with, instead of the one before. The photo is stored encrypted for a year, in the sandbox for 7 days, and is never returned. A user has one CPF, and a CPF belongs to one user. Counts for monthlyBiometric.',
  ),
  'GET /v1/users/{userExternalId}/enrollment': operation(
    'getEnrollment',
    'Returns the hash, version, source and end of the user’s reference photo, also of one that a session left.',
  ),
  'DELETE /v1/users/{userExternalId}/enrollment': operation(
    'deleteEnrollment',
    'Destroys the user’s reference photo at once. The next matched face becomes the reference.',
  ),
};

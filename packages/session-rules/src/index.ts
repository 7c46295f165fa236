/** The rules of a session (signer API, sections 3 and 4), without a clock, a database or a schema library. */
export { returnAddress } from './return-address.ts';
export { passStep, failTry, withError, withoutError, failStep } from './attempts.ts';
export {
  PROFILES,
  MOST_LIVENESS_STARTS,
  refuseCheck,
  fallsBackWithoutAnswer,
  documentPhotoInPlaceOf,
  type Profile,
  type RefusedCheck,
} from './checks.ts';
export {
  entryProblem,
  afterEntry,
  stepAfterEntry,
  entriesLeft,
  type CodeStanding,
  type EntryVerdict,
} from './codes.ts';
export {
  SESSION_STATUSES,
  closedBecause,
  actionRefusal,
  afterLastStep,
  type SessionStatus,
  type SessionStanding,
  type ActionRefusal,
} from './session.ts';
export {
  STEP_TYPES,
  STEP_STATUSES,
  STEP_ERRORS,
  mostAttempts,
  CERTIFICATE_SOURCES,
  CLOUD_ACTIONS,
  PORTAL_ACTIONS,
  takesAction,
  beginningOf,
  currentStep,
  type StepType,
  type StepStatus,
  type StepError,
  type SessionStep,
  type CertificateSource,
  type ActionName,
  type SessionSetup,
} from './steps.ts';

import type { StepType } from '@sign-session/session-rules';
import type { OneTimeCodes } from '../one-time-codes/one-time-codes.ts';
import { biometricLiveness, type BiometricLivenessParts } from './biometric-liveness.ts';
import { clickAccept } from './click-accept.ts';
import { digitalSign, type DigitalSignParts } from './digital-sign.ts';
import { documentPhotoMatch, type DocumentPhotoParts } from './document-photo-match.ts';
import { otpChallenge } from './otp-challenge.ts';
import { otpVerify } from './otp-verify.ts';
import { purposeDisclosure } from './purpose-disclosure.ts';
import { biometricMatch } from './biometric-match.ts';
import { serviceCheck, type ServiceCheckParts } from './service-check.ts';
import type { StepKind } from './step-kind.ts';

/** The step kinds that this service supports, by type. */
export type StepKinds = ReadonlyMap<StepType, StepKind>;

/** To add a kind, add a file beside these and a line here. */
export function createStepKinds(
  codes: OneTimeCodes,
  signing: DigitalSignParts,
  liveness: BiometricLivenessParts,
  photos: DocumentPhotoParts,
  checks: ServiceCheckParts,
): StepKinds {
  const kinds = [
    clickAccept,
    otpChallenge(codes),
    otpVerify(codes),
    digitalSign(signing),
    purposeDisclosure,
    biometricLiveness(liveness),
    biometricMatch(checks),
    serviceCheck(checks, 'SERPRO_IDENTITY_CHECK', ['monthlySerproIdentity']),
    documentPhotoMatch(photos),
  ];
  return new Map(kinds.map(kind => [kind.type, kind]));
}

/** @throws Error for a step type that this service does not support */
export function kindOf(kinds: StepKinds, type: StepType): StepKind {
  const kind = kinds.get(type);
  if (kind === undefined) throw new Error(`No step of the type ${type} can be run here.`);
  return kind;
}

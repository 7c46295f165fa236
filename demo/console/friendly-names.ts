/** Names of the service's states; other codes are shown as they are. */
const STATES: Readonly<Record<string, string>> = {
  ACTIVE: 'Open',
  COMPLETED: 'Completed',
  CANCELLED: 'Cancelled',
  EXPIRED: 'Expired',
  FAILED: 'Failed',
  PENDING: 'Waiting',
  DELIVERED: 'Delivered',
  EXHAUSTED: 'Given up',
  DISABLED: 'Disabled',
  SEQUENTIAL: 'One by one',
  PARALLEL: 'All at once',
};

export function stateName(state: string): string {
  return STATES[state] ?? state;
}

/** Names of the policies, by their code. */
export const PROFILE_NAMES = {
  CLICK_ONLY: 'Click',
  CLICK_PLUS_OTP: 'Click and code',
  BIOMETRIC: 'Face',
  BIOMETRIC_PLUS_OTP: 'Face and code',
  BIOMETRIC_SERPRO: 'Face and government base',
  BIOMETRIC_SERPRO_AUTO_FALLBACK: 'Notice, then government base or document photo',
  BIOMETRIC_DOCUMENT_FALLBACK: 'Face or document photo (actions only)',
  DIGITAL_CERTIFICATE: 'Certificate',
  CUSTOM: 'Own steps',
} as const;

import { postJson, requestJson, send } from './service-client.ts';
import type { Answers, BiometricMode, Fault, Message } from './service-types.ts';

/* What the service offers to development and tests alone, and its health. */

/** Every e-mail and SMS sent, newest last. */
export function readMessages(signal: AbortSignal): Promise<Message[]> {
  return requestJson('/_local/messages', { signal });
}

/** The service's time. */
export async function readServiceTime(signal: AbortSignal): Promise<Date> {
  return new Date((await requestJson<Answers['HealthReport']>('/health', { signal })).timestamp);
}

/** @param seconds may be negative */
export async function moveClock(seconds: number): Promise<void> {
  await send('/_local/clock', postJson({ advanceSeconds: seconds }));
}

/** Sets the service's clock to this device's. */
export async function resetClock(): Promise<void> {
  await send('/_local/clock', postJson({ at: new Date().toISOString() }));
}

/** Erases every session, document and message, and resets the clock. */
export async function resetService(): Promise<void> {
  await send('/_local/reset', postJson({}));
}

/** Whether a tenant's signers need real faces. */
export async function readBiometrics(tenantId: string, signal: AbortSignal): Promise<BiometricMode> {
  const path = `/_local/biometrics?tenantId=${encodeURIComponent(tenantId)}`;
  return (await requestJson<{ mode: BiometricMode }>(path, { signal })).mode;
}

export async function setBiometrics(tenantId: string, mode: BiometricMode): Promise<void> {
  await send('/_local/biometrics', { ...postJson({ tenantId, mode }), method: 'PUT' });
}

/** The armed faults. */
export function readFaults(signal: AbortSignal): Promise<readonly Fault[]> {
  return requestJson('/_local/faults', { signal });
}

/** Arms a fault for the requests that match it. */
export async function armFault(fault: Fault): Promise<void> {
  await send('/_local/faults', postJson(fault));
}

export async function clearFaults(): Promise<void> {
  await send('/_local/faults', { method: 'DELETE' });
}

/** A failure of a test provider of cloud certificates. */
export interface CloudFault {
  readonly providerId: string;
  readonly resource: 'user-discovery' | 'token' | 'certificate-discovery' | 'signature';
  readonly fault: 'down' | 'too-many' | 'lie' | 'single';
}

export async function setCloudFault(fault: CloudFault): Promise<void> {
  await send('/_local/cloud-faults', { ...postJson(fault), method: 'PUT' });
}

export async function clearCloudFaults(): Promise<void> {
  await send('/_local/cloud-faults', { method: 'DELETE' });
}

/** Makes the finalization of a session fail once. */
export async function breakFinalization(sessionId: string): Promise<void> {
  await send('/_local/broken-finalizations', postJson({ sessionId }));
}

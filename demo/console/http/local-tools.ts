import { postJson, requestJson, send } from './answer.ts';
import {
  biometricsShape,
  faultsShape,
  healthShape,
  messagesShape,
  type BiometricMode,
  type Fault,
  type Message,
} from './shapes.ts';

/* What the service offers to development and tests alone, and its health. */

/** Every e-mail and SMS sent, newest last. */
export function readMessages(signal: AbortSignal): Promise<Message[]> {
  return requestJson(messagesShape, '/_local/messages', { signal });
}

/** The service's time. */
export async function readServiceTime(signal: AbortSignal): Promise<Date> {
  return new Date((await requestJson(healthShape, '/health', { signal })).timestamp);
}

/** @param seconds may be negative */
export async function moveClock(seconds: number): Promise<void> {
  await send('/_local/clock', postJson({ advanceSeconds: seconds }));
}

/** Sets the service's clock by this device's. */
export async function resetClock(): Promise<void> {
  await send('/_local/clock', postJson({ at: new Date().toISOString() }));
}

/** Erases every session, document and message, and sets the clock right. */
export async function resetService(): Promise<void> {
  await send('/_local/reset', postJson({}));
}

/** Whether a tenant's signers are asked for real faces. */
export async function readBiometrics(tenantId: string, signal: AbortSignal): Promise<BiometricMode> {
  const path = `/_local/biometrics?tenantId=${encodeURIComponent(tenantId)}`;
  return (await requestJson(biometricsShape, path, { signal })).mode;
}

export async function setBiometrics(tenantId: string, mode: BiometricMode): Promise<void> {
  await send('/_local/biometrics', { ...postJson({ tenantId, mode }), method: 'PUT' });
}

/** The faults that wait for a request. */
export function readFaults(signal: AbortSignal): Promise<readonly Fault[]> {
  return requestJson(faultsShape, '/_local/faults', { signal });
}

/** Arms a fault: the requests that match it go wrong. */
export async function armFault(fault: Fault): Promise<void> {
  await send('/_local/faults', postJson(fault));
}

export async function clearFaults(): Promise<void> {
  await send('/_local/faults', { method: 'DELETE' });
}

/** The evidence of a session will not be made, once: it ends as failed. */
export async function breakFinalization(sessionId: string): Promise<void> {
  await send('/_local/broken-finalizations', postJson({ sessionId }));
}

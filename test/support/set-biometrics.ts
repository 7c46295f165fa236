import assert from 'node:assert/strict';

/** Has the local service ask for real faces, or not. */
export async function setBiometrics(service: string, mode: 'SIMULATED' | 'LIVE'): Promise<void> {
  const response = await fetch(`${service}/_local/biometrics`, {
    method: 'PUT',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ mode }),
  });
  assert.equal(response.status, 200);
}

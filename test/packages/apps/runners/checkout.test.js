import { createFakeSession, defineMockSignSession, SignSessionHarness } from 'sign-session/testing';

defineMockSignSession();

function open(options) {
  const session = createFakeSession(options);
  const element = document.createElement('sign-session');
  element.setAttribute('client-secret', session.clientSecret);
  const signer = new SignSessionHarness(element);
  document.body.append(element);
  return { session, signer };
}

test('the contract is signed by click and code', async () => {
  const { session, signer } = open({ steps: ['CLICK_ACCEPT', 'OTP_CHALLENGE', 'OTP_VERIFY'] });
  await signer.accept();
  await signer.enterCode();
  const { detail } = await signer.hears('sign-completed');
  expect(detail.sessionId).toBe(session.sessionId);
});

test('what never comes is told before the runner’s own limit', async () => {
  const { signer } = open({});
  await expect(signer.shows('otp')).rejects.toThrow('Waited 4000 ms for the screen otp; on accept');
});

test('the session expires by the test’s own timers', async () => {
  const clock = typeof vi === 'undefined' ? (await import('@jest/globals')).jest : vi;
  clock.useFakeTimers();
  try {
    const { session, signer } = open({ expiresInMs: 60_000 });
    await signer.shows('accept');
    clock.advanceTimersByTime(60_001);
    await signer.hears('sign-expired');
    expect(session.status).toBe('EXPIRED');
  } finally {
    clock.useRealTimers();
  }
});

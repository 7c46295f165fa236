/*
 * WebOTP: the browser reads the code out of an SMS that names this page, and asks the signer. TypeScript has no
 * types of it.
 */

/** Asks the browser for the code; undefined where it can't, or the signer says no. Ends when `signal` aborts. */
export async function receiveCode(signal: AbortSignal): Promise<string | undefined> {
  if (!('OTPCredential' in globalThis)) return undefined;
  try {
    const request: CredentialRequestOptions & { otp: { transport: string[] } } = {
      otp: { transport: ['sms'] },
      signal,
    };
    const { code }: { code?: unknown } = Object(await navigator.credentials.get(request));
    return typeof code === 'string' && !signal.aborted ? code : undefined;
  } catch {
    // Not allowed here, or not wanted: the signer types.
    return undefined;
  }
}

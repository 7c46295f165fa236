'use client';

import { useEffect, useState } from 'react';
import { SignSession } from 'sign-session/react';
import '@sign-session/liveness-assets';

const server = 'http://127.0.0.1:4020';

/** What the server answers. It is fetched in the browser, so that no page holds the secret. */
interface Session {
  clientSecret: string;
  baseUrl: string;
}

export function Signing() {
  const [session, setSession] = useState<Session>();
  const [status, setStatus] = useState('open');

  useEffect(() => {
    const leaving = new AbortController();
    fetch(`${server}/signing-session`, { method: 'POST', signal: leaving.signal })
      .then(response => response.json())
      .then(setSession, error => leaving.signal.aborted || console.error(error));
    return () => leaving.abort();
  }, []);

  return (
    <main data-status={status}>
      <SignSession {...session} onSignCompleted={event => setStatus(`signed ${event.sessionId}`)} />
    </main>
  );
}

// A page without a bundler: the service has the script.
import { openSigning } from 'http://127.0.0.1:4010/sign-session/open.js';

document.querySelector('button').addEventListener('click', () => {
  const secret = fetch('/session', { method: 'POST' })
    .then(answer => answer.json())
    .then(({ clientSecret }) => clientSecret);
  const options = { mode: 'overlay', baseUrl: 'http://127.0.0.1:4010', locale: 'en' };
  void openSigning(secret, options).settled.then(({ sessionId, receipt }) =>
    fetch('/end', { method: 'POST', body: JSON.stringify({ sessionId, receipt }) }),
  );
});

import { hasReturned, listenToFrame, openSigning, resume } from 'sign-session/open';

const baseUrl = 'http://127.0.0.1:4010';
const main = document.querySelector('main');

/** The page's server has made a session for the order. */
const session = async () => (await fetch('/session', { method: 'POST' })).json();

/** Has the page's server verify what came back. */
const tell = end => {
  void fetch('/end', { method: 'POST', body: JSON.stringify(end) });
};

async function element(display) {
  await import('sign-session');
  const widget = document.createElement('sign-session');
  Object.assign(widget, { baseUrl, display, locale: 'en' });
  widget.clientSecret = (await session()).clientSecret;
  widget.addEventListener('sign-completed', ({ sessionId, receipt }) => tell({ sessionId, receipt }));
  main.append(widget);
  if (display === 'dialog') void widget.show();
}

let signing;

function open(mode) {
  // Of a pop-up that the signer has closed.
  signing?.destroy();
  const secret = session().then(({ clientSecret }) => clientSecret);
  signing = openSigning(secret, { mode, baseUrl, locale: 'en' });
  signing.settled.then(
    ({ outcome, ...end }) => outcome === 'closed' || tell(end),
    ({ code }) => tell({ error: code }),
  );
}

async function frame() {
  const inner = document.createElement('iframe');
  inner.src = (await session()).link;
  inner.title = 'Signature';
  inner.setAttribute('sandbox', 'allow-scripts allow-same-origin allow-forms allow-popups allow-downloads');
  // The page itself says to nobody where it is.
  inner.referrerPolicy = 'origin';
  inner.allow = 'camera; geolocation; otp-credentials; loopback-network';
  main.append(inner);
  listenToFrame(inner, ({ type, sessionId, receipt }) => {
    if (type === 'sign-completed') tell({ sessionId, receipt });
  });
}

for (const button of document.querySelectorAll('button'))
  button.addEventListener('click', () => {
    if (button.value === 'frame') void frame();
    else if (button.value === 'inline' || button.value === 'dialog') void element(button.value);
    else open(button.value);
  });

if (hasReturned()) {
  const { sessionId, receipt } = resume();
  // In a pop-up: who opened it is told by the service.
  if (new URLSearchParams(location.search).has('popup')) close();
  else tell({ sessionId, receipt });
}
// Nobody has pressed anything: browsers open no pop-up.
if (location.search === '?at-once') open('auto');

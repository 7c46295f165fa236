import 'sign-session';
import { openSigning } from 'sign-session/open';

async function open() {
  const main = document.querySelector('main');
  // A second entry of the package must be found, too.
  main.dataset.open = typeof openSigning;
  const element = document.createElement('sign-session');
  element.addEventListener('sign-completed', ({ sessionId }) => {
    main.dataset.status = `signed ${sessionId}`;
  });
  const response = await fetch('http://127.0.0.1:4020/signing-session', { method: 'POST' });
  main.append(Object.assign(element, await response.json()));
}

void open();

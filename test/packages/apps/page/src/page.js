import 'sign-session';

async function open() {
  const main = document.querySelector('main');
  const element = document.createElement('sign-session');
  element.addEventListener('sign-completed', ({ sessionId }) => {
    main.dataset.status = `signed ${sessionId}`;
  });
  const response = await fetch('http://127.0.0.1:4020/signing-session', { method: 'POST' });
  main.append(Object.assign(element, await response.json()));
}

void open();

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { codeIn, messageParts } from '../../../demo/console/inbox/inbox.ts';

describe('a message of the inbox', () => {
  it('shows a link without the secret in its query, and opens the whole of it', () => {
    const url = 'http://127.0.0.1:4010/s/ss_1?cs=ss_secret_a.b.c';
    assert.deepEqual(messageParts(`Abra:\n${url}\n\nObrigado.`), [
      { kind: 'text', text: 'Abra:\n' },
      { kind: 'link', url, shown: 'http://127.0.0.1:4010/s/ss_1?…' },
      { kind: 'text', text: '\n\nObrigado.' },
    ]);
  });

  it('is text where it holds no address', () => {
    assert.deepEqual(messageParts('Your code: 123 456'), [{ kind: 'text', text: 'Your code: 123 456' }]);
  });

  it('takes an address that is none as text', () => {
    const parts = messageParts('See http://[ for more');
    assert.deepEqual(
      parts.map(({ kind }) => kind),
      ['text', 'text', 'text'],
    );
  });
});

describe('the one-time code of a message', () => {
  it('is its six digits, and no part of a number or of an address', () => {
    assert.equal(codeIn('Digite este código:\n\n482913\n\nEle vale até 14:03.'), '482913');
    for (const text of ['Pedido 1234567', 'http://127.0.0.1/s/123456', 'ss_123456', 'Bom dia']) {
      assert.equal(codeIn(text), undefined, text);
    }
  });
});

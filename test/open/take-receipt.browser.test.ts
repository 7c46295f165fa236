import { returnAddress } from '@sign-session/session-rules';
import { expect } from '@open-wc/testing';
import { hasReturned, resume, takeReceipt } from '../../src/open/index.ts';

const at = (hash: string): void => history.replaceState({ own: 'state' }, '', `?order=7${hash}`);

describe('the receipt in a page’s address', () => {
  const before = location.href;
  afterEach(() => history.replaceState(null, '', before));

  it('is taken once, and out of the address', () => {
    at('#sign_session_receipt=eyJh.eyJp.c2lnLV8');
    expect(takeReceipt()).to.equal('eyJh.eyJp.c2lnLV8');
    expect(location.hash).to.equal('');
    expect(location.search).to.equal('?order=7');
    expect(history.state).to.deep.equal({ own: 'state' });
    expect(takeReceipt()).to.equal(undefined);
  });

  it('is none where something else stands in its place, which goes too', () => {
    for (const text of ['', 'x', 'a.b', 'a.b.c.d', 'a.b.<c>']) {
      at(`#sign_session_receipt=${text}`);
      expect(takeReceipt(), text).to.equal(undefined);
      expect(location.hash, text).to.equal('');
    }
  });

  it('leaves the fragments of others alone', () => {
    for (const hash of ['#/orders/7', '#sign_session_receipts=a.b.c', '']) {
      at(hash);
      expect(takeReceipt()).to.equal(undefined);
      expect(location.hash).to.equal(hash);
    }
  });
});

describe('a signer who comes back', () => {
  const before = location.href;
  afterEach(() => history.replaceState(null, '', before));

  it('is known once by the address, which keeps what is the page’s own', () => {
    history.replaceState(
      { own: 1 },
      '',
      '?order=7&sessionId=ss_1&status=CANCELLED&session_id=ss_1#sign_session_receipt=a.b.c',
    );
    expect(hasReturned()).to.equal(true);
    expect(resume()).to.deep.equal({ sessionId: 'ss_1', status: 'CANCELLED', receipt: 'a.b.c' });
    expect(location.search + location.hash).to.equal('?order=7');
    expect(history.state).to.deep.equal({ own: 1 });
    expect([hasReturned(), resume()]).to.deep.equal([false, undefined]);
  });

  it('leaves an address that has such parameters of its own as it was, byte for byte', () => {
    const own = '?status=novo&sessionId=carrinho-9&q=a%20b&flag&session_id=x';
    const back = returnAddress(`https://shop.example/end${own}`, 'ss_1', 'COMPLETED');
    expect(back).to.equal(
      `https://shop.example/end${own}&sign_session_id=ss_1&sign_session_status=COMPLETED`,
    );
    history.replaceState(null, '', new URL(back).search);
    expect(hasReturned()).to.equal(true);
    expect(resume()).to.deep.equal({ sessionId: 'ss_1', status: 'COMPLETED', receipt: undefined });
    expect(location.search).to.equal(own);
  });

  it('comes without a receipt where the page’s address has a fragment of its own', () => {
    history.replaceState(null, '', '?sessionId=ss_1&status=COMPLETED#/orders');
    expect(resume()).to.deep.equal({ sessionId: 'ss_1', status: 'COMPLETED', receipt: undefined });
    expect(location.hash).to.equal('#/orders');
  });
});

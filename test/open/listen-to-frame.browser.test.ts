import { expect } from '@open-wc/testing';
import { listenToFrame, type FrameMessage } from '../../src/open/index.ts';

const SERVICE = 'https://sign.example';
const COMPLETED = { source: 'sign-session', type: 'sign-completed', receipt: 'a.b.c' };

describe('listenToFrame', () => {
  const frame = document.createElement('iframe');
  let heard: FrameMessage[] = [];
  let stop: (() => void) | undefined;

  beforeEach(() => {
    document.body.append(frame);
    // Its address is only read: this page's policy lets no frame load.
    Object.defineProperty(frame, 'src', { configurable: true, value: `${SERVICE}/s/ss_1` });
    heard = [];
    stop = listenToFrame(frame, message => heard.push(message));
  });

  afterEach(() => {
    stop?.();
    frame.remove();
  });

  function deliver(init: Partial<MessageEventInit>): void {
    const usual = { data: COMPLETED, origin: SERVICE, source: frame.contentWindow };
    dispatchEvent(new MessageEvent('message', { ...usual, ...init }));
  }

  it('hears the service’s page in the frame', () => {
    deliver({});
    expect(heard).to.deep.equal([COMPLETED]);
  });

  it('leaves alone what another origin or window says, or says in another form', () => {
    deliver({ origin: 'https://evil.example' });
    deliver({ origin: 'null' });
    deliver({ source: window });
    deliver({ source: null });
    for (const data of [null, 'sign-completed', { type: 'sign-completed' }, { source: 'other' }])
      deliver({ data });
    expect(heard).to.deep.equal([]);
  });

  it('ends when it is told so', () => {
    stop?.();
    deliver({});
    expect(heard).to.deep.equal([]);
  });
});

import { expect } from '@open-wc/testing';
import { until } from '../shown-pane.ts';
import { PageGuard } from './page-guard.ts';

/** Nobody answers there: the name can't exist (RFC 2606). */
const ELSEWHERE = 'https://elsewhere.invalid/';

/** A worker of this page whose script is this. */
function workerWith(script: string): Worker {
  const url = URL.createObjectURL(new Blob([script], { type: 'text/javascript' }));
  return new Worker(url, { type: 'module' });
}

describe('the guard of the page', () => {
  let guard: PageGuard;

  beforeEach(() => {
    guard = new PageGuard();
    guard.start();
  });

  afterEach(() => guard.stop());

  it('sees dialogs, windows and beacons', () => {
    alert('hello');
    open(ELSEWHERE);
    navigator.sendBeacon(ELSEWHERE);
    expect(guard.incidents).to.deep.equal(['window.alert()', 'window.open()', `beacon to ${ELSEWHERE}`]);
  });

  it('sees requests to other origins, of the page and of its workers', async () => {
    await fetch(ELSEWHERE).catch(() => undefined);
    expect(guard.incidents).to.include(`request to ${ELSEWHERE}`);
    guard.begin();
    const worker = workerWith(`fetch('${ELSEWHERE}worker').catch(() => {});`);
    await until(() => guard.incidents.includes(`request to ${ELSEWHERE}worker`), 'the worker’s request');
    worker.terminate();
  });

  it('sees workers and elements that stay', () => {
    const worker = workerWith('');
    expect(guard.clean).to.equal(false);
    worker.terminate();
    expect(guard.clean).to.equal(true);
    const element = document.createElement('div');
    document.body.append(element);
    expect(guard.clean).to.equal(false);
    element.remove();
    expect(guard.clean).to.equal(true);
  });
});

import assert from 'node:assert/strict';
import { it } from 'node:test';
import { browserFamily } from '../../src/camera/preflight.ts';

const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)';
const ANDROID = 'Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko)';

it('instructions fit the browser by its user agent', () => {
  for (const [family, userAgent] of [
    ['iosSafari', `${IPHONE} Version/17.5 Mobile/15E148 Safari/604.1`],
    ['iosOther', `${IPHONE} CriOS/126.0 Mobile/15E148 Safari/604.1`],
    ['inApp', `${IPHONE} Mobile/15E148`],
    ['inApp', `${IPHONE} Mobile/15E148 Instagram 300.0`],
    ['inApp', `${ANDROID} Version/4.0 Chrome/126.0 Mobile Safari/537.36 [FB_IAB/FB4A;FBAV/470.0]`],
    [
      'inApp',
      'Mozilla/5.0 (Linux; Android 14; Pixel 8; wv) AppleWebKit/537.36 Version/4.0 Chrome/126.0 Safari/537.36',
    ],
    ['android', `${ANDROID} Chrome/126.0 Mobile Safari/537.36`],
    [
      'chromium',
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/126.0 Safari/537.36 Edg/126.0',
    ],
    ['firefox', 'Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0'],
    [
      'safari',
      'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Version/17.5 Safari/605.1.15',
    ],
  ] as const) {
    assert.equal(browserFamily(userAgent), family, userAgent);
  }
});

/** Browsers, grouped by where their camera settings are. */
export type BrowserFamily =
  'iosSafari' | 'iosOther' | 'android' | 'firefox' | 'safari' | 'chromium' | 'inApp';

/** Names that the browsers inside other apps put into their user agent. */
const IN_APP =
  /FBAN|FBAV|FB_IAB|Instagram|\bLine\/|MicroMessenger|TikTok|musical_ly|BytedanceWebview|Snapchat|LinkedInApp|Pinterest|Twitter|; wv\)|\bGSA\//;
const IOS = /iPhone|iPad|iPod/;

/** Is the page shown inside another app? */
export function isInApp(userAgent: string): boolean {
  // A page in an app on iOS is WebKit without Safari's name.
  const bareWebKit = IOS.test(userAgent) && !/Safari\/|CriOS|FxiOS|EdgiOS/.test(userAgent);
  return bareWebKit || IN_APP.test(userAgent);
}

/** Whose instructions apply. Used for texts only; features are detected, not inferred from the name. */
export function browserFamily(userAgent: string): BrowserFamily {
  if (isInApp(userAgent)) return 'inApp';
  if (IOS.test(userAgent)) return /CriOS|FxiOS|EdgiOS/.test(userAgent) ? 'iosOther' : 'iosSafari';
  if (userAgent.includes('Firefox/')) return 'firefox';
  if (userAgent.includes('Android')) return 'android';
  return /Chrome\/|Chromium\//.test(userAgent) ? 'chromium' : 'safari';
}

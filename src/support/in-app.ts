/** Names that the browsers inside other apps put into their user agent. */
const IN_APP =
  /FBAN|FBAV|FB_IAB|Instagram|WhatsApp|\bLine\/|MicroMessenger|TikTok|musical_ly|BytedanceWebview|Snapchat|LinkedInApp|Pinterest|Twitter|; wv\)|\bGSA\//;
const IOS = /iPhone|iPad|iPod/;

/** Is the page shown inside another app? */
export function isInApp(userAgent: string): boolean {
  // A page in an app on iOS is WebKit without Safari's name.
  const bareWebKit = IOS.test(userAgent) && !/Safari\/|CriOS|FxiOS|EdgiOS/.test(userAgent);
  return bareWebKit || IN_APP.test(userAgent);
}

/** Is this page? Never on a server. */
export const isInAppHere = (): boolean => 'navigator' in globalThis && isInApp(navigator.userAgent);

/** What keeps a signing from working, or may: a closed set, part of the public contract. */
export type FindingCode =
  | 'insecure-page'
  | 'old-browser'
  | 'sandboxed-frame'
  | 'isolated-page'
  | 'policy-connect'
  | 'policy-worker'
  | 'policy-image'
  | 'policy-wasm'
  | 'policy-trusted-types'
  | 'assets-missing'
  | 'service-unreachable'
  | 'service-cors'
  | 'clock'
  | 'in-app-browser'
  | 'camera-policy'
  | 'camera-denied'
  | 'camera-missing'
  | 'camera-unsupported';

export interface Finding {
  readonly code: FindingCode;
  /** `error`: nobody can sign so. `warning`: some can't, or only what a session may ask for does not work. */
  readonly severity: 'error' | 'warning';
  /** What is so, for the integrator, in English. */
  readonly cause: string;
  /** What the integrator changes. */
  readonly remedy: string;
  /** What the signer can do, in their language; undefined where only the integrator can. */
  readonly signer: string | undefined;
}

/** What a part of the check found. */
export interface BareFinding {
  readonly code: FindingCode;
  /** Stands in its text. */
  readonly detail?: string;
}

type Text = readonly [cause: string, remedy: string];

/** `{…}` stands for what was found. */
export const TEXTS: Readonly<Record<FindingCode, Text>> = {
  'insecure-page': [
    'The page is not served by https.',
    'Serve it by https; http is enough on localhost only.',
  ],
  'old-browser': [
    'The browser lacks {detail}.',
    'Supported are Chrome and Edge 120, Firefox ESR 128, Safari and iOS 16.4, and later. Send the signer a link for another one.',
  ],
  'sandboxed-frame': [
    'The frame’s sandbox gives the page no origin.',
    'Add “allow-same-origin” to the sandbox.',
  ],
  'isolated-page': [
    'The page is cross-origin isolated (Cross-Origin-Embedder-Policy).',
    'Logos and documents of other origins need CORS or Cross-Origin-Resource-Policy.',
  ],
  'policy-connect': [
    'The page’s policy forbids requests to the service.',
    'Add “connect-src {detail}” to the Content-Security-Policy.',
  ],
  'policy-worker': [
    'The page’s policy forbids the widget’s workers.',
    'Add “worker-src blob:”, or give the element an assets-url on the page’s own origin.',
  ],
  'policy-image': ['The page’s policy forbids images of the widget.', 'Add “img-src data: blob:”.'],
  'policy-wasm': [
    'The page’s policy forbids WebAssembly, which the camera step needs.',
    "Add “script-src 'wasm-unsafe-eval'”.",
  ],
  'policy-trusted-types': [
    'The page’s policy does not know the widget’s Trusted Types policy.',
    "Add “trusted-types lit-html sign-session 'allow-duplicates'”.",
  ],
  'assets-missing': [
    'The files at assets-url can’t be loaded ({detail}).',
    'Serve node_modules/sign-session/dist/npm/assets there, with JavaScript’s media type.',
  ],
  'service-unreachable': [
    'The service does not answer at {detail}.',
    'Check base-url, and that the service runs.',
  ],
  'service-cors': [
    'Something answers at {detail}, but without CORS.',
    'Check base-url: it may be another server, or a proxy that takes the headers away.',
  ],
  clock: [
    'This device’s clock differs from the service’s by {detail} minutes.',
    'Nothing: the widget reckons with the service’s clock.',
  ],
  'in-app-browser': [
    'The page is open inside another app, whose browser may give no camera and tells nothing of it.',
    'Offer the session’s link to be opened in the phone’s browser.',
  ],
  'camera-policy': [
    'The page’s Permissions-Policy, or the frame around it, forbids the camera.',
    'Allow “camera=(self)” in the page’s header and “camera” in the frame’s allow attribute.',
  ],
  'camera-denied': [
    'The signer has forbidden this site to use the camera.',
    'Nothing: the widget tells them how to allow it.',
  ],
  'camera-missing': ['The device has no camera.', 'Nothing: the widget offers to go on with another device.'],
  'camera-unsupported': [
    'The browser can’t judge pictures of a camera ({detail}).',
    'Nothing: the widget offers to go on with another device.',
  ],
};

import type { CodeInput } from './code-request.ts';
import { isEmptyObject } from './server-code.ts';

/** A text as the value of an attribute in double quotes. */
function attribute(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');
}

/** A page with the script-tag build. */
export function htmlCode({ origin, appearance, locale, colorScheme }: CodeInput): string {
  const attributes = [
    `client-secret="CLIENT_SECRET_OF_THE_SESSION"`,
    `base-url="${attribute(origin)}"`,
    ...(locale === '' ? [] : [`locale="${attribute(locale)}"`]),
    ...(colorScheme === 'auto' ? [] : [`color-scheme="${attribute(colorScheme)}"`]),
    ...(isEmptyObject(appearance) ? [] : [`appearance="${attribute(JSON.stringify(appearance))}"`]),
  ];
  return [
    `<script type="module" src="${attribute(origin)}/sign-session/sign-session.js"></script>`,
    '',
    '<sign-session',
    ...attributes.map(each => `  ${each}`),
    '></sign-session>',
    '',
    '<script type="module">',
    `  document.querySelector('sign-session').addEventListener('sign-completed', event => {`,
    '    // Check it on your server before you rely on it.',
    `    console.log('signed', event.sessionId);`,
    '  });',
    '</script>',
    '',
  ].join('\n');
}

/** A component for React 18 or later. */
export function reactCode({ origin, appearance, locale, colorScheme }: CodeInput): string {
  const props = [
    'clientSecret={clientSecret}',
    `baseUrl=${JSON.stringify(origin)}`,
    ...(locale === '' ? [] : [`locale=${JSON.stringify(locale)}`]),
    ...(colorScheme === 'auto' ? [] : [`colorScheme=${JSON.stringify(colorScheme)}`]),
    ...(isEmptyObject(appearance) ? [] : ['appearance={appearance}']),
    'onSignCompleted={event => onCompleted(event.sessionId)}',
  ];
  const constant = isEmptyObject(appearance)
    ? []
    : [`const appearance = ${JSON.stringify(appearance, null, 2)};`, ''];
  return [
    `import { SignSession } from 'sign-session/react';`,
    '',
    ...constant,
    '// Check the session on your server before you rely on it.',
    'export function Signing({ clientSecret, onCompleted }) {',
    '  return (',
    '    <SignSession',
    ...props.map(each => `      ${each}`),
    '    />',
    '  );',
    '}',
    '',
  ].join('\n');
}

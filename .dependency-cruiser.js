/**
 * Who may import whom: `npm run lint` checks it by dependency-cruiser, imports of types as all others. That files and
 * folders import each other in one direction holds everywhere (for folders `build/import-report.js` sees to it); each
 * wall below adds what a part may not know. `test/import-directions.node.test.ts` adds a forbidden import for each.
 */

/** Files by regular expressions over their paths from the root of the repository. */
const files = (...path) => ({ path });
const except = ({ path }, ...pathNot) => ({ path, pathNot });
const both = (...parts) => files(...parts.flatMap(({ path }) => path));

/** Packages of npm, also where they are not installed. */
const npm = (...names) => files(...names.flatMap(name => [`(^|/)node_modules/${name}/`, `^${name}(/|$)`]));
/** Folders of the widget. */
const widget = (...folders) => files(`^src/(${folders.join('|')})/`);
/** The sources of packages of this repository. */
const packages = (...names) => files(`^packages/(${names.join('|')})/`);
const sources = (...names) => files(`^packages/(${names.join('|')})/src/`);

const WIDGET = files('^src/');
const DEMO = files('^demo/');
const PRODUCT = files('^src/', '^demo/', '^packages/[^/]+/(src|pages)/');
const TESTS = files('^test/', '^packages/[^/]+/test/');
const LIT = npm('lit', '@lit');
/** Node's own modules. */
const NODE = { dependencyTypes: ['core'] };

/** What a signer sees, and what leads them through a session. */
const FLOW = widget('api', 'session', 'screens', 'sign-session');
const USER_INTERFACE = widget('ui', 'i18n', 'appearance');

/** What the kit for tests imports of the widget: types, and rules without a DOM. */
const OF_THE_WIDGET_FOR_THE_KIT = [
  'api/schemas',
  'certificate/base64',
  'certificate/signing/prepared-signature',
  'check/diagnostics',
  'i18n/locales',
  'session/errors',
  'session/read-view',
  'session/screen-for',
  'session/state',
  'session/view',
  'sign-session/events',
  'support/hex',
];

/** `$1` is what the group of `from` has matched. */
const WALLS = {
  'product-without-tests': {
    why: 'Nothing that is delivered imports a test.',
    from: PRODUCT,
    to: TESTS,
  },
  'widget-alone': {
    why: 'The widget imports neither the demo nor the kit for tests, nor the service.',
    from: WIDGET,
    to: both(DEMO, packages('testing', 'local', 'service', 'bridge', 'mcp')),
  },
  'one-importer-of-mediapipe': {
    why: 'Only src/face/landmarker imports MediaPipe.',
    from: except(PRODUCT, '^src/face/landmarker/'),
    to: npm('@mediapipe'),
  },
  'one-importer-of-pdfjs': {
    why: 'Only src/document/pdf imports pdf.js, and in the service what shows and reads with it.',
    from: except(
      PRODUCT,
      '^src/document/pdf/',
      '^packages/service/pages/verifier/pdf/pdfjs\\.ts$',
      '^packages/service/src/pdf/second-reader\\.ts$',
    ),
    to: npm('pdfjs-dist'),
  },
  'text-bindings': {
    why: 'Text bindings and adopted style sheets only.',
    from: PRODUCT,
    to: files('/directives/(unsafe-html|unsafe-svg|style-map)'),
  },
  'widget-without-zod': {
    why: 'src/api/shape.ts reads what the service sends: zod trusts for…in on the page.',
    from: both(WIDGET, sources('testing')),
    to: npm('zod'),
  },
  'readers-of-certificates': {
    why: 'Only src/certificate and src/screens/certificate read certificates.',
    from: except(WIDGET, '^src/certificate/', '^src/screens/certificate/'),
    to: packages('certificates'),
  },
  'certificate-camera-face': {
    why: 'src/certificate, src/camera and src/face have no user interface and import nothing of the flow.',
    from: widget('certificate', 'camera', 'face'),
    to: both(LIT, FLOW, USER_INTERFACE, widget('document')),
  },
  'document-without-session': {
    why: 'src/document imports neither the session nor a screen.',
    from: widget('document'),
    to: FLOW,
  },
  'pdf-without-lit': {
    why: 'src/document/pdf is used without Lit: the pages are plain elements.',
    from: widget('document/pdf'),
    to: LIT,
  },
  'assets-at-the-bottom': {
    why: 'src/assets tells where files are, and knows none of those who load them.',
    from: widget('assets'),
    to: both(LIT, FLOW, USER_INTERFACE, widget('document', 'face', 'camera', 'certificate')),
  },
  'api-alone': {
    why: 'src/api is pure TypeScript and imports no other folder of src but support.',
    from: widget('api'),
    to: both(LIT, files('^src/(?!api/|support/)')),
  },
  'session-without-interface': {
    why: 'src/session imports no screen and no user interface.',
    from: widget('session'),
    to: both(USER_INTERFACE, widget('screens', 'sign-session')),
  },
  'screens-raise-intents': {
    why: 'A screen raises intents; it never calls the API.',
    from: widget('screens'),
    to: both(widget('api', 'sign-session'), files('^src/session/[^/]*controller')),
  },
  'interface-without-flow': {
    why: 'src/ui, src/i18n and src/appearance import nothing of the flow.',
    from: USER_INTERFACE,
    to: both(FLOW, widget('document')),
  },
  'testing-without-dom': {
    why: 'The kit for tests stands in for the element; it runs without it, without Lit and without a DOM.',
    from: sources('testing'),
    to: both(LIT, DEMO, packages('local', 'service')),
  },
  'testing-and-widget': {
    why: 'Of the widget the kit imports what is named here: types, and rules without a DOM.',
    from: sources('testing'),
    to: except(WIDGET, `^src/(${OF_THE_WIDGET_FOR_THE_KIT.join('|')})\\.ts$`),
  },
  'console-and-widget': {
    why: 'The console uses the public API and HTTP only, and the testing kit’s writer of small PDFs.',
    from: files('^demo/console/'),
    to: both(
      files('^src/(?!server/index\\.ts$).*/'),
      files('^packages/testing/src/(?!(index|small-pdf)\\.ts$)'),
    ),
  },
  'console-and-service': {
    why: 'The console uses the service by HTTP only, with the types of its interface.',
    from: files('^demo/console/'),
    to: both(packages('local'), files('^packages/service/.*/')),
  },
  'pages-and-service': {
    why: 'The pages use the service by HTTP only; identifiers and times are written alike on both sides.',
    from: files('^packages/service/pages/'),
    to: files('^packages/service/src/(?!domain/(identifiers|readable-time)\\.ts$)'),
  },
  'pages-and-widget': {
    why: 'The pages use the widget’s public API and its client of the token bridge, and nothing of the console and of local mode.',
    from: files('^packages/service/pages/'),
    to: both(files('^src/(?!(open/index|certificate/token-bridge)\\.ts$).*/'), DEMO, packages('local')),
  },
  'packages-of-their-own': {
    why: 'Each of these runs in browsers and in Node, and imports nothing but its own files.',
    from: files('^packages/(certificates|pdf-structure|session-rules|bridge-protocol)/src/'),
    to: { pathNot: ['^packages/$1/src/'] },
  },
  'verifier-alone': {
    why: 'The verifier knows neither the service nor the widget.',
    from: sources('verify'),
    to: both(
      LIT,
      WIDGET,
      DEMO,
      packages('service', 'local', 'testing', 'bridge', 'mcp'),
      npm('sign-session[^/]*'),
    ),
  },
  'verifier-in-browsers': {
    why: 'The verifier runs in browsers, too.',
    from: sources('verify'),
    to: NODE,
  },
  'verifier-of-no-service': {
    why: 'The verifier is of no service, and packages/pdf-structure is its only reader of PDFs.',
    from: sources('verify'),
    to: npm('zod', 'hono', '@hono', '@cantoo/pdf-lib'),
  },
  'bridge-alone': {
    why: 'The bridge knows the protocol and certificates, and neither the widget nor the service.',
    from: sources('bridge'),
    to: both(LIT, WIDGET, DEMO, packages('service', 'local', 'testing', 'mcp')),
  },
  'mcp-alone': {
    why: 'The program for assistants uses the service by HTTP only; its tools are made of the OpenAPI document.',
    from: sources('mcp'),
    to: both(LIT, WIDGET, DEMO, files('^packages/(?!mcp/)'), npm('@sign-session/[^/]*', 'sign-session[^/]*')),
  },
  'one-importer-of-the-mcp-sdk': {
    why: 'Only packages/mcp speaks the Model Context Protocol.',
    from: except(PRODUCT, '^packages/mcp/src/'),
    to: npm('@modelcontextprotocol'),
  },
  'bridge-loads-pkcs11': {
    why: 'src/pkcs11 loads it when a token is used: it may not have been compiled.',
    from: sources('bridge'),
    to: npm('pkcs11js'),
  },
  'service-without-widget': {
    why: 'The service imports neither the widget nor the console, nor its own pages.',
    from: sources('service'),
    to: both(LIT, WIDGET, DEMO, files('^packages/service/pages/'), packages('testing', 'mcp')),
  },
  'production-without-local': {
    why: 'The service knows local mode by local-mode.ts alone; load-local-mode.ts imports it when it is asked for.',
    from: except(sources('service'), '^packages/service/src/main/load-local-mode\\.ts$'),
    to: both(packages('local'), npm('@sign-session/local')),
  },
  'local-by-the-hooks': {
    why: 'Local mode imports parts of the service, and of what composes them only the interface of the hooks.',
    from: sources('local'),
    to: files('^packages/service/src/([^/]*$|main/(?!local-mode\\.ts$))'),
  },
  'local-without-widget': {
    why: 'Local mode imports neither the widget nor the console.',
    from: sources('local'),
    to: both(LIT, WIDGET, DEMO, packages('testing', 'mcp')),
  },
  'domain-at-the-bottom': {
    why: 'The domain is the lowest layer: types and pure rules, which import nothing above them.',
    from: files('^packages/service/src/domain/'),
    to: files('^packages/service/(?!src/domain/)'),
  },
  'domain-of-no-library': {
    why: 'The domain knows neither HTTP nor storage nor cryptography.',
    from: files('^packages/service/src/domain/'),
    to: npm('hono', '@hono', '@peculiar', '@cantoo', 'pdf-lib', '@electric-sql', 'pg', 'jose', 'nodemailer'),
  },
};

/** @type {import('dependency-cruiser').IConfiguration} */
export default {
  forbidden: [
    {
      name: 'no-circle',
      severity: 'error',
      comment: 'Files import each other in one direction only.',
      from: {},
      to: { circular: true },
    },
    ...Object.entries(WALLS).map(([name, { why, from, to }]) => ({
      name,
      severity: 'error',
      comment: why,
      from,
      to,
    })),
  ],
  options: {
    // dependency-cruiser 17 has no use for TypeScript 7, which has no interface for programs.
    parser: 'swc',
    tsPreCompilationDeps: true,
    moduleSystems: ['es6'],
    doNotFollow: { path: 'node_modules' },
    exclude: {
      path: '^dist/|^packages/[^/]+/dist/|^test/(assets|golden)/|^packages/service/interface\\.d\\.ts$',
    },
    enhancedResolveOptions: {
      extensions: ['.ts', '.mjs', '.js'],
      conditionNames: ['import', 'node', 'default'],
      exportsFields: ['exports'],
    },
  },
};

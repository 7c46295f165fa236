/** Examples whose pages are made in the browser; the others are in server-rendering.full.packages.test.ts. */
import { HOST, testExamples } from './test-examples.ts';

testExamples({
  'vite-react': {
    dev: ['dev', ...HOST],
    scripts: ['typecheck', 'build'],
    built: 'dist',
    output: 'dist',
    cameraFrom: 'service',
  },
  angular: {
    dev: ['dev', ...HOST],
    scripts: ['build'],
    built: 'dist/browser',
    output: 'dist/browser',
    cameraFrom: 'service',
  },
  'script-tag': { scripts: [], built: '.', usesScriptTag: true, cameraFrom: 'service' },
  vue: {
    dev: ['dev', ...HOST],
    scripts: ['typecheck', 'build'],
    built: 'dist',
    output: 'dist',
    trustedTypes: ['vue'],
    cameraFrom: 'service',
  },
});

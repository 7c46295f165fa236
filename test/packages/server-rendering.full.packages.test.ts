/** Examples of frameworks that render pages on a server. */
import { HOST, testExamples } from './test-examples.ts';

testExamples({
  next: {
    dev: ['dev', '--hostname', '127.0.0.1', '--port', 'PORT'],
    // Its own compiler checks the types.
    scripts: ['build'],
    built: ['start', '--hostname', '127.0.0.1', '--port', 'PORT'],
    output: '.next/static',
    // Turbopack has no policy of its own: the example's.
    trustedTypes: ['default'],
    cameraFrom: 'page',
  },
  // The newest of these that run on the Node.js that this project begins with; some of what they install asks for a newer one.
  nuxt: {
    dev: ['dev', ...HOST],
    scripts: ['build'],
    built: ['preview'],
    trustedTypes: ['vue'],
    cameraFrom: 'page',
    anyEngine: true,
  },
  sveltekit: {
    dev: ['dev', ...HOST],
    scripts: ['typecheck', 'build'],
    built: ['preview', ...HOST],
    trustedTypes: ['svelte-trusted-html'],
    // Of the element that tells screen readers of a new page, which its script styles.
    styles: ["'unsafe-hashes'", "'sha256-S8qMpvofolR8Mpjy4kQvEm7m1q8clzU4dfDH0AmvZjo='"],
    cameraFrom: 'page',
    anyEngine: true,
  },
  'react-router': {
    dev: ['dev', ...HOST],
    scripts: ['typecheck', 'build'],
    built: ['start'],
    cameraFrom: 'page',
    anyEngine: true,
  },
  astro: {
    dev: ['dev', ...HOST],
    scripts: ['build'],
    built: 'dist',
    output: 'dist',
    cameraFrom: 'page',
    anyEngine: true,
  },
});

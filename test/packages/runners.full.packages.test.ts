import { test } from '@playwright/test';
import { Example } from './example.ts';

test('the testing kit works in Jest and Vitest as docs/testing.md says', async () => {
  const nowhere = 'http://127.0.0.1:1';
  const folders = ['test/packages/apps/runners'];
  const example = await Example.install('runners', { server: nowhere, service: nowhere, folders });
  try {
    for (const runner of ['jest', 'jest-native', 'vitest']) example.run(runner);
  } finally {
    await example.remove();
  }
});

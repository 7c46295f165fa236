export default {
  testEnvironment: 'jest-fixed-jsdom',
  testMatch: ['**/*.test.mjs'],
  transform: {},
};

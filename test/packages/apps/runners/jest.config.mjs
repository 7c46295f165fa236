// As in docs/testing.md.
export default {
  testEnvironment: 'jest-fixed-jsdom',
  transformIgnorePatterns: ['/node_modules/(?!(sign-session|lit|lit-html|lit-element|@lit|jose|lean-qr)/)'],
};

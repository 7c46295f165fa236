export default {
  entry: { main: './src/camera-page.js' },
  output: { path: new URL('public', import.meta.url).pathname, trustedTypes: 'bundler' },
  devServer: { client: { overlay: false } },
};

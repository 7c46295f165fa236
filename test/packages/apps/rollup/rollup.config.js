import resolve from '@rollup/plugin-node-resolve';

export default {
  input: { main: 'src/page.js' },
  output: { dir: 'public', format: 'es' },
  plugins: [resolve()],
};

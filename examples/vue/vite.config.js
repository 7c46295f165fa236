import vue from '@vitejs/plugin-vue';

const isCustomElement = tag => tag === 'sign-session';

export default { plugins: [vue({ template: { compilerOptions: { isCustomElement } } })] };

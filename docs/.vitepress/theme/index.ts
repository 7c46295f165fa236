import Theme from 'vitepress/theme-without-fonts';
import type { Theme as ThemeShape } from 'vitepress';
import './manual.css';

const theme: ThemeShape = { extends: Theme };
export default theme;

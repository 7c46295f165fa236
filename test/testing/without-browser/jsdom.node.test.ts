import { testInOwnProcess } from './own-process.ts';

testInOwnProcess('jsdom');

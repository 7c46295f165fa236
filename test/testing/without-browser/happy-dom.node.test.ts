import { testInOwnProcess } from './own-process.ts';

testInOwnProcess('happy-dom');

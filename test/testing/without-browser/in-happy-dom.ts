import { describe } from 'node:test';
import { Window } from 'happy-dom';
import { testMock } from './sign-with-mock.ts';
import { useDom } from './use-dom.ts';

useDom(new Window({ url: 'https://shop.example/' }));

describe('the mock element in happy-dom', testMock);

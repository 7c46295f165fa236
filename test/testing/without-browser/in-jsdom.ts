import { describe } from 'node:test';
import { JSDOM } from 'jsdom';
import { testMock } from './sign-with-mock.ts';
import { useDom } from './use-dom.ts';

useDom(new JSDOM('<!doctype html><body></body>', { url: 'https://shop.example/' }).window);

describe('the mock element in jsdom', testMock);

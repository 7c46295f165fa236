import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { codeIn, digitsOf } from '../../src/screens/otp/code-field.ts';

describe('the code in a pasted text', () => {
  for (const [text, code] of [
    ['482913', '482913'],
    [' 482 - 913 ', '482913'],
    ['4 8 2 9 1 3', '482913'],
    ['４８２９１３', '482913'],
    ['C6 Bank: 482913 é o seu código. Vale até 12:44.', '482913'],
    ['Banco 24Horas: seu código é 482-913', '482913'],
    ['Pedido 771122. Código: 482913. Não informe a ninguém.', '482913'],
    ['Seu código é\n482913\n@acme.example #482913', '482913'],
    ['Ligue 0800 123 4567. Seu código: 482913', '482913'],
    ['CPF 529.982.247-25, código 482913', '482913'],
    ['BB 001: use 482 913 para assinar', '482913'],
  ] as const)
    it(`finds it in “${text}”`, () => assert.equal(codeIn(text), code));

  for (const text of ['', '48291', '4829137', 'C6 Bank', 'A482913', '529.982.247-25', '0800 123 4567'])
    it(`finds none in “${text}”`, () => assert.equal(codeIn(text), undefined));

  it('takes the digits of what is typed', () => assert.equal(digitsOf('48a2 9'), '4829'));
});

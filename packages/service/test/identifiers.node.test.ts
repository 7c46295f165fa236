import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { readRange } from '../src/documents/routes.ts';
import { toPointer } from '../src/http/validation.ts';
import {
  cnpjComplaint,
  cpfComplaint,
  maskCnpj,
  maskCpf,
  maskEmail,
  maskIpAddress,
  maskPhone,
  readCnpj,
  readCpf,
} from '../src/domain/identifiers.ts';
import { barePhone, phoneComplaint, readEmail } from '../src/domain/contacts.ts';
import { randomId } from '../src/domain/ids.ts';

describe('identifiers', () => {
  test('a CPF is read with and without punctuation and checked', () => {
    for (const written of [
      '52998224725',
      '529.982.247-25',
      '529.982.247/25',
      '529 982 247 25',
      '529-982-247-25',
      '529982247-25',
      ' 529.982.247\u201325\n',
      '529\u00a0982\u00a0247\u00a025',
    ]) {
      assert.equal(readCpf(written), '52998224725', written);
    }
    assert.equal(readCpf('111.444.777-35'), '11144477735');
    for (const wrong of [
      '52998224724',
      '5299822472',
      '529982247255',
      '00000000000',
      'x2998224725',
      '529,982,247,25',
      'CPF 52998224725',
      '',
    ]) {
      assert.equal(readCpf(wrong), undefined, wrong);
    }
    assert.match(cpfComplaint('529.982.247-24'), /check digits/);
    assert.match(cpfComplaint('529.982.247-2'), /11 digits/);
  });

  test('a CNPJ is read in both its forms and checked', () => {
    for (const written of [
      '12ABC34501DE35',
      '12.abc.345/01de-35',
      '12ABC345/01DE-35',
      '12.ABC.345/01DE35',
      '12 ABC 345 01DE 35',
      '12.ABC.345-01DE-35',
      ' 12ABC34501DE35 ',
    ]) {
      assert.equal(readCnpj(written), '12ABC34501DE35', written);
    }
    assert.equal(readCnpj('11.222.333/0001-81'), '11222333000181');
    assert.equal(readCnpj('11222333000181'), '11222333000181');
    for (const wrong of [
      '12ABC34501DE34',
      '11222333000180',
      '12ABC34501DEA5',
      '00000000000000',
      '12\u00c1BC34501DE35',
    ]) {
      assert.equal(readCnpj(wrong), undefined, wrong);
    }
    assert.match(cnpjComplaint('11222333000180'), /do not match/);
    assert.match(cnpjComplaint('12ABC34501DEA5'), /12 digits or letters/);
  });

  test('an e-mail address is read as people write it', () => {
    for (const [written, read = written] of [
      ['maria@example.com'],
      ['  maria@example.com\n', 'maria@example.com'],
      ['\u00a0maria@example.com\ufeff', 'maria@example.com'],
      ['Maria.da-Silva+teste@Example.COM'],
      ['compras&vendas@example.com.br'],
      ["o'brien/rh=1{a}@example.com"],
      ['joão.conceição@example.com'],
      ['jo\u0061\u0303o@example.com', 'joão@example.com'],
      ['maria@ação.org.br'],
      ['maria@AÇÃO.org.br', 'maria@ação.org.br'],
      ['maria@ac\u0327a\u0303o.org.br', 'maria@ação.org.br'],
      ['maria@xn--e1afmkfd.xn--p1ai'],
      ['мария@пример.рф'],
      ['a@1.example'],
      [`${'a'.repeat(64)}@example.com`],
    ] satisfies [string, string?][]) {
      assert.equal(readEmail(written), read, written);
    }
  });

  test('what is no e-mail address is refused', () => {
    for (const wrong of [
      '',
      'maria',
      '@example.com',
      'maria@',
      'maria@localhost',
      'maria@example..com',
      'maria@.example.com',
      'maria@example.com.',
      'maria@-a.com',
      'maria@a-.com',
      'maria@ex_ample.com',
      'maria@ex%61mple.com',
      'maria@192.168.0.1',
      'maria@[192.168.0.1]',
      'maria@example.c',
      `maria@${'a'.repeat(64)}.com`,
      `${'a'.repeat(65)}@example.com`,
      `${'é'.repeat(33)}@example.com`,
      `maria@${'abc.'.repeat(63)}com`,
      '.maria@example.com',
      'maria.@example.com',
      'ma..ria@example.com',
      'ma ria@example.com',
      'maria@@example.com',
      'maria@example.com, joao@example.com',
      'Maria <maria@example.com>',
      '"maria silva"@example.com',
      'maria@example.com\r\nBcc: x@example.com',
      'mari\u200ba@example.com',
      'mari\ufffda@example.com',
      'a'.repeat(100_000),
    ]) {
      assert.equal(readEmail(wrong), undefined, wrong.slice(0, 50));
    }
  });

  test('a phone number is read with and without punctuation', () => {
    for (const written of [
      '+5511912345678',
      ' +55 (11) 91234-5678 ',
      '+55.11.91234.5678',
      '+55 11 91234\u20115678',
    ])
      assert.equal(barePhone(written), '+5511912345678', written);
  });

  test('a phone number that can exist is taken', () => {
    for (const phone of [
      '+5511912345678',
      '+5568939991234',
      '+551132345678',
      '+558821234567',
      '+12025550123',
      '+351912345678',
      '+5491123456789',
      '+59891234567',
    ]) {
      assert.equal(phoneComplaint(phone), undefined, phone);
    }
  });

  test('a phone number of Brazil that cannot exist is refused with the reason', () => {
    for (const [phone, reason] of [
      ['+551191234567', /ninth digit/],
      ['+551181234567', /ninth digit/],
      ['+551161234567', /ninth digit/],
      ['+5511812345678', /begin with/],
      ['+551112345678', /begin with/],
      ['+55119123456789', /nine digits/],
      ['+5511321234', /eight or/],
      ['+5500912345678', /area code/],
      ['+5510912345678', /area code/],
      ['+5523912345678', /area code/],
      ['+5552912345678', /area code/],
      ['+55011912345678', /area code/],
      ['11912345678', /international form/],
      ['+0511912345678', /international form/],
      ['5511912345678', /international form/],
      ['+55119123x5678', /international form/],
    ] as const) {
      assert.match(phoneComplaint(phone) ?? '', reason, phone);
    }
  });

  test('Brazil has 67 area codes', () => {
    const numbers = Array.from({ length: 100 }, (_, code) => `+55${String(code).padStart(2, '0')}912345678`);
    assert.equal(numbers.filter(number => phoneComplaint(number) === undefined).length, 67);
  });

  test('masks leave enough to recognise oneself', () => {
    assert.equal(maskCpf('52998224725'), '***.982.247-**');
    assert.equal(maskCnpj('12ABC34501DE35'), '**.ABC.345/****-**');
    assert.equal(maskEmail('maria@example.com'), 'm****@example.com');
    assert.equal(maskPhone('+5511912345678'), '+55*******5678');
    assert.equal(maskIpAddress('203.0.113.77'), '203.0.113.***');
    assert.equal(maskIpAddress('2001:db8:1:2::9'), '2001:db8:1::***');
    assert.equal(maskIpAddress('::1'), '::***');
  });

  test('random ids carry all of their 128 bits', () => {
    assert.equal(
      randomId('ev', length => new Uint8Array(length).fill(255)),
      'ev_7ZZZZZZZZZZZZZZZZZZZZZZZZZ',
    );
    assert.equal(
      randomId('ev', length => new Uint8Array(length)),
      'ev_00000000000000000000000000',
    );
  });
});

describe('requests', () => {
  test('pointers follow RFC 6901', () => {
    assert.equal(toPointer([]), '');
    assert.equal(toPointer(['steps', 0, 'a/b~c']), '/steps/0/a~1b~0c');
  });

  test('ranges follow RFC 9110', () => {
    assert.deepEqual(readRange('bytes=0-0', 10), { start: 0, end: 0 });
    assert.deepEqual(readRange('bytes=-20', 10), { start: 0, end: 9 });
    assert.equal(readRange('bytes=10-', 10), 'unsatisfiable');
    assert.equal(readRange('bytes=-0', 10), 'unsatisfiable');
    assert.equal(readRange(undefined, 10), 'whole');
    assert.equal(readRange('bytes=-', 10), 'whole');
  });
});

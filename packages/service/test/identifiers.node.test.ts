import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { readRange } from '../src/documents/byte-ranges.ts';
import { toPointer } from '../src/http/validation.ts';
import { readCnpj } from '../src/domain/identifiers/cnpj.ts';
import { readCpf } from '../src/domain/identifiers/cpf.ts';
import { maskCnpj, maskCpf, maskEmail, maskIpAddress, maskPhone } from '../src/domain/identifiers/masking.ts';
import { randomId } from '../src/domain/identifiers/random-ids.ts';

describe('identifiers', () => {
  test('a CPF is read with and without punctuation and checked', () => {
    assert.equal(readCpf('52998224725'), '52998224725');
    assert.equal(readCpf('529.982.247-25'), '52998224725');
    assert.equal(readCpf('111.444.777-35'), '11144477735');
    for (const wrong of [
      '52998224724',
      '5299822472',
      '529982247255',
      '529-982-247.25',
      '00000000000',
      'x2998224725',
    ]) {
      assert.equal(readCpf(wrong), undefined, wrong);
    }
  });

  test('a CNPJ is read in both its forms and checked', () => {
    assert.equal(readCnpj('12ABC34501DE35'), '12ABC34501DE35');
    assert.equal(readCnpj('12.abc.345/01de-35'), '12ABC34501DE35');
    assert.equal(readCnpj('11.222.333/0001-81'), '11222333000181');
    assert.equal(readCnpj('11222333000181'), '11222333000181');
    for (const wrong of [
      '12ABC34501DE34',
      '11222333000180',
      '12ABC34501DEA5',
      '00000000000000',
      '12.ABC.345/01DE35',
    ]) {
      assert.equal(readCnpj(wrong), undefined, wrong);
    }
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

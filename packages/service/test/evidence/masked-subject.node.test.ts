import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { maskSubject } from '../../src/evidence/evidence-answers.ts';

describe('a certificate’s subject in public evidence', () => {
  for (const [subject, masked] of [
    [
      'C=BR, O=ICP-Brasil, CN=MARIA DA SILVA:52998224725',
      'C=BR, O=ICP-Brasil, CN=MARIA DA S***:***.982.247-**',
    ],
    ['C=BR, CN=MARIA DA SILVA', 'C=BR, CN=MARIA DA S***'],
    ['CN=MARIA DA SILVA: 52998224725', 'CN=MARIA DA S***:***.982.247-**'],
    ['CN=MARIA DA SILVA 529.982.247-25', 'CN=MARIA DA S*** 5***'],
    ['CN=MARIA DA SILVA:1234', 'CN=MARIA DA S***:***'],
    ['CN=52998224725', 'CN=***'],
    ['CN=ACME LTDA:12345678000195', 'CN=ACME LTDA:**.345.678/****-**'],
    ['CN=maria.silva@example.com', 'CN=m****@example.com'],
    ['CN=MARIA, emailAddress=maria@example.com', 'CN=MARIA, emailAddress=m****@example.com'],
    ['CN=MARIA SILVA + serialNumber=529', 'CN=MARIA S***, serialNumber=***'],
    ['2.5.4.42=Maria, 2.5.4.4=Silva', '2.5.4.42=***, 2.5.4.4=***'],
    ['O=maria@example.com, OU=RFB e-CPF A1, OU=52998224725', 'O=***, OU=RFB e-CPF A1, OU=***'],
    ['OU=12345678000195', 'OU=**.345.678/****-**'],
    ['CN=SILVA, MARIA', 'CN=SILVA, M***'],
    ['MARIA DA SILVA', '***'],
    [
      String.raw`CN=MARIA\, O=DA SILVA:52998224725, OU=A3`,
      String.raw`CN=MARIA\, O*** S***:***.982.247-**, OU=A3`,
    ],
    [String.raw`CN=MARIA DA SILVA\\, O=ACME`, String.raw`CN=MARIA DA S***, O=ACME`],
  ] as const) {
    it(`masks ${subject}`, () => assert.equal(maskSubject(subject), masked));
  }
});

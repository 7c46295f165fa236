/** Values of the signer's fields, in their order. */
export interface TestSigner {
  /** Its name in addresses. */
  readonly id: string;
  readonly label: string;
  readonly values: readonly [name: string, cpf: string, cnpj: string, email: string, birthDate: string];
}

const person = (cpf: string): TestSigner['values'] => [
  'MARIA DA SILVA',
  cpf,
  '',
  'maria@example.com',
  '1985-03-17',
];

/** Test signers. The service's local checks give fixed results for the CPFs of the last ones. */
export const TEST_SIGNERS: readonly TestSigner[] = [
  { id: 'person', label: 'A person (CPF)', values: person('529.982.247-25') },
  {
    id: 'company',
    label: 'A company (CNPJ only)',
    values: ['PADARIA AURORA LTDA', '', '11.222.333/0001-81', 'contato@example.com', ''],
  },
  {
    id: 'letters',
    label: 'A company (CNPJ with letters)',
    values: ['OFICINA HORIZONTE LTDA', '', '12.ABC.345/01DE-35', 'contato@example.com', ''],
  },
  {
    id: 'long-name',
    label: 'A very long name',
    values: [
      'JOAQUINA APARECIDA DE ALCÂNTARA E SOUZA CAVALCANTI DE ALBUQUERQUE-WANDERLEY',
      '390.533.447-05',
      '',
      'joaquina@example.com',
      '1950-01-31',
    ],
  },
  { id: 'wrong-cpf', label: 'Refused: wrong check digits', values: person('529.982.247-26') },
  { id: 'face-differs', label: 'Face does not match', values: person('111.444.777-35') },
  { id: 'base-differs', label: 'Government base: another face', values: person('123.456.789-09') },
  { id: 'base-down', label: 'Government base: no answer', values: person('987.654.321-00') },
  { id: 'base-slow', label: 'Government base: answers after 6 s', values: person('000.000.001-91') },
  { id: 'nothing-matches', label: 'Face and document photo do not match', values: person('222.333.444-05') },
];

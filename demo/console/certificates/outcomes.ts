/** What signing with each of the service's test files comes to, in a session for CPF 529.982.247-25. */
export const OUTCOMES: Readonly<Record<string, string>> = {
  good: 'RSA 2048. Signs.',
  legacy: 'RC2-40 and 3DES, as old exports are. Signs.',
  ec: 'EC P-256. Signs.',
  ecnpj: 'A company’s. Signs where the session names CNPJ 11.222.333/0001-81.',
  'other-cpf': 'Another CPF than the session’s: the widget refuses it.',
  expired: 'The widget refuses it.',
  'not-yet-valid': 'The widget refuses it.',
  revoked: 'The widget lets it pass; the service finds it on its authority’s list and refuses it.',
  weak: 'RSA 1024: the widget refuses it.',
};

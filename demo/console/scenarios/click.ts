import { COMPLETED, type ScenarioGroup } from './scenario.ts';

export const CLICK: ScenarioGroup = {
  name: 'Click',
  words: 'accept acceptance consent checkbox agree',
  scenarios: [
    {
      id: 'click',
      name: 'One click',
      summary: 'Signed with one click',
      steps: ['Tick the box and sign.'],
      expected: COMPLETED,
    },
    {
      id: 'click-long',
      name: 'A contract of 50 pages',
      summary: 'All pages can be read, then signed',
      words: 'large big many pages',
      sample: '50',
      steps: ['Scroll, search and zoom in the document.', 'Tick the box and sign.'],
      expected: COMPLETED,
    },
    {
      id: 'click-notice',
      name: 'Notice first',
      summary: 'The notice on personal data comes before the document',
      words: 'purpose disclosure lgpd privacy',
      values: { '/policy/profile': 'CUSTOM', '/policy/customSteps': 'PURPOSE_DISCLOSURE, CLICK_ACCEPT' },
      steps: ['Read and acknowledge the notice.', 'Tick the box and sign.'],
      expected: [
        { kind: 'event', name: 'sign-step', detail: 'step=purposeDisclosure' },
        { kind: 'action', name: 'acknowledge_purpose', times: 1 },
        ...COMPLETED,
      ],
    },
    {
      id: 'click-company',
      name: 'A company signs',
      summary: 'The CNPJ stands where a person’s CPF would',
      words: 'cnpj legal entity',
      signer: 'letters',
      steps: ['Tick the box and sign.'],
      expected: COMPLETED,
    },
    {
      id: 'click-long-name',
      name: 'A very long name',
      summary: 'The name wraps and nothing is cut off',
      signer: 'long-name',
      steps: ['Look at 320 pixels too.', 'Tick the box and sign.'],
      expected: COMPLETED,
    },
    {
      id: 'click-brand',
      name: 'Another brand',
      summary: 'Colours, corners, title and button as the integrator sets them',
      words: 'theme appearance logo colours white label',
      values: {
        '/appearance/companyName': 'Verde Saúde',
        '/appearance/brandColor': '#2fa084',
        '/appearance/borderRadius': '16px',
        '/appearance/title': 'Seu plano de saúde',
        '/appearance/submitLabel': 'Contratar',
      },
      steps: ['Change “Appearance” and watch the device.', 'Tick the box and sign.'],
      expected: COMPLETED,
    },
  ],
};

/** The locales of signing sessions. */
export type Locale = 'pt-BR' | 'en' | 'es';

export interface ContractText {
  readonly filename: string;
  readonly title: string;
  readonly opening: (company: string, signer: string) => string;
  readonly clause: string;
  readonly clauses: readonly (readonly [heading: string, body: string])[];
  readonly page: (page: number, pages: number) => string;
}

/** A service contract in the language of the session. */
export const CONTRACT_TEXTS: Readonly<Record<Locale, ContractText>> = {
  'pt-BR': {
    filename: 'contrato-de-servicos.pdf',
    title: 'CONTRATO DE PRESTAÇÃO DE SERVIÇOS',
    opening: (company, signer) =>
      `Pelo presente instrumento particular, de um lado ${company}, doravante denominada CONTRATADA, e de outro lado ${signer}, doravante denominado(a) CONTRATANTE, têm entre si justo e contratado o seguinte:`,
    clause: 'CLÁUSULA',
    clauses: [
      [
        'DO OBJETO',
        'O presente contrato tem por objeto a prestação dos serviços descritos no Anexo I, que dele faz parte integrante para todos os fins de direito, observadas as condições aqui estabelecidas.',
      ],
      [
        'DO PREÇO',
        'Pelos serviços prestados, a parte CONTRATANTE pagará o valor mensal de R$ 1.250,00 (mil duzentos e cinquenta reais), com vencimento no dia cinco de cada mês, mediante boleto bancário ou transferência.',
      ],
      [
        'DO PRAZO',
        'O prazo de vigência é de doze meses, contados da data da assinatura, renovável por igual período mediante termo aditivo assinado pelas partes.',
      ],
      [
        'DO SIGILO',
        'As partes obrigam-se a manter sigilo sobre os dados e informações a que tiverem acesso, tratando os dados pessoais na forma da Lei nº 13.709/2018, inclusive após o término deste contrato.',
      ],
      [
        'DA RESCISÃO',
        'Qualquer das partes poderá rescindir o contrato mediante aviso prévio de trinta dias, por escrito, sem ônus, salvo quanto às obrigações já vencidas.',
      ],
      [
        'DO FORO',
        'Fica eleito o foro da comarca do domicílio da parte CONTRATANTE para dirimir quaisquer questões oriundas deste instrumento, com renúncia a qualquer outro.',
      ],
    ],
    page: (page, pages) => `Página ${page} de ${pages}`,
  },
  en: {
    filename: 'service-agreement.pdf',
    title: 'SERVICE AGREEMENT',
    opening: (company, signer) =>
      `This agreement is made between ${company}, hereinafter the “Provider”, and ${signer}, hereinafter the “Client”, who agree as follows:`,
    clause: 'CLAUSE',
    clauses: [
      [
        'SERVICES',
        'The Provider shall perform the services described in Annex I, which forms an integral part of this agreement for all purposes, on the terms set out below.',
      ],
      [
        'FEES',
        'For the services performed, the Client shall pay a monthly fee of R$ 1,250.00 (one thousand two hundred and fifty reais), due on the fifth day of each month, by bank transfer.',
      ],
      [
        'TERM',
        'This agreement remains in force for twelve months from the date of signature and may be renewed for the same period by an amendment signed by both parties.',
      ],
      [
        'CONFIDENTIALITY',
        'Each party shall keep confidential all data and information to which it gains access, and shall process personal data in accordance with the law, also after this agreement has ended.',
      ],
      [
        'TERMINATION',
        'Either party may terminate this agreement at thirty days’ written notice, free of charge, without prejudice to obligations that have already fallen due.',
      ],
      [
        'JURISDICTION',
        'The courts of the Client’s place of residence have jurisdiction over any dispute arising from this agreement, to the exclusion of all others.',
      ],
    ],
    page: (page, pages) => `Page ${page} of ${pages}`,
  },
  es: {
    filename: 'contrato-de-servicios.pdf',
    title: 'CONTRATO DE PRESTACIÓN DE SERVICIOS',
    opening: (company, signer) =>
      `Por el presente instrumento privado, de una parte ${company}, en adelante el PRESTADOR, y de otra parte ${signer}, en adelante el CLIENTE, convienen lo siguiente:`,
    clause: 'CLÁUSULA',
    clauses: [
      [
        'OBJETO',
        'El presente contrato tiene por objeto la prestación de los servicios descritos en el Anexo I, que forma parte integrante del mismo a todos los efectos, en las condiciones aquí establecidas.',
      ],
      [
        'PRECIO',
        'Por los servicios prestados, el CLIENTE pagará la cantidad mensual de R$ 1.250,00 (mil doscientos cincuenta reales), con vencimiento el día cinco de cada mes, mediante transferencia bancaria.',
      ],
      [
        'PLAZO',
        'El plazo de vigencia es de doce meses desde la fecha de la firma, renovable por igual período mediante un anexo firmado por ambas partes.',
      ],
      [
        'CONFIDENCIALIDAD',
        'Las partes se obligan a guardar reserva sobre los datos e informaciones a los que tengan acceso y a tratar los datos personales conforme a la ley, también después de terminado este contrato.',
      ],
      [
        'RESCISIÓN',
        'Cualquiera de las partes podrá rescindir el contrato con un preaviso de treinta días, por escrito y sin coste, salvo en cuanto a las obligaciones ya vencidas.',
      ],
      [
        'JURISDICCIÓN',
        'Serán competentes los tribunales del domicilio del CLIENTE para resolver cualquier cuestión derivada de este contrato, con renuncia a cualquier otro fuero.',
      ],
    ],
    page: (page, pages) => `Página ${page} de ${pages}`,
  },
};

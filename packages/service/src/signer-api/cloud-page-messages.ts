import type { LOCALES } from '../domain/locales.ts';

/** What the page says that a provider's page leads back to, in a window of its own. */
export type CloudPageKey = 'identified' | 'authorized' | 'failed' | 'over';

interface PageText {
  readonly title: string;
  readonly text: string;
}

export const cloudPageMessages: Readonly<
  Record<(typeof LOCALES)[number], Readonly<Record<CloudPageKey, PageText>>>
> = {
  'pt-BR': {
    identified: {
      title: 'Certificado encontrado',
      text: 'Deixe esta janela aberta: o provedor pede aqui, em seguida, a autorização da assinatura. Se nada aparecer, volte para a página do documento.',
    },
    authorized: {
      title: 'Autorização recebida',
      text: 'Volte para a página do documento. A assinatura continua automaticamente. Você pode fechar esta janela.',
    },
    failed: {
      title: 'Nada foi assinado',
      text: 'A autorização não foi dada. Volte para a página do documento, que mostra como continuar.',
    },
    over: {
      title: 'Este pedido não vale mais',
      text: 'Volte para a página do documento e escolha o certificado em nuvem novamente.',
    },
  },
  en: {
    identified: {
      title: 'Certificate found',
      text: 'Leave this window open: your provider asks here in a moment for your authorisation of the signature. If nothing appears, go back to the document’s page.',
    },
    authorized: {
      title: 'Authorisation received',
      text: 'Go back to the document’s page. Signing continues automatically. You can close this window.',
    },
    failed: {
      title: 'Nothing was signed',
      text: 'The authorisation was not given. Go back to the document’s page, which shows how to continue.',
    },
    over: {
      title: 'This request is no longer valid',
      text: 'Go back to the document’s page and choose the cloud certificate again.',
    },
  },
  es: {
    identified: {
      title: 'Certificado encontrado',
      text: 'Deje esta ventana abierta: el proveedor le pide aquí enseguida la autorización de la firma. Si no aparece nada, vuelva a la página del documento.',
    },
    authorized: {
      title: 'Autorización recibida',
      text: 'Vuelva a la página del documento. La firma continúa automáticamente. Puede cerrar esta ventana.',
    },
    failed: {
      title: 'No se firmó nada',
      text: 'No se dio la autorización. Vuelva a la página del documento, que muestra cómo continuar.',
    },
    over: {
      title: 'Esta solicitud ya no es válida',
      text: 'Vuelva a la página del documento y elija de nuevo el certificado en la nube.',
    },
  },
};

import type { Locale } from '../i18n/locales.ts';
import type { FindingCode } from './findings.ts';

/** What a signer can do, where they can do anything. */
export const SIGNER_WORDS: Readonly<Record<Locale, Partial<Record<FindingCode, string>>>> = {
  'pt-BR': {
    'old-browser': 'Atualize o navegador ou abra o link em outro.',
    'service-unreachable': 'Verifique sua conexão e tente de novo.',
    clock: 'Acerte a data e a hora do aparelho.',
    'in-app-browser': 'Abra o link no navegador do celular, fora deste aplicativo.',
    'camera-denied': 'Permita a câmera nas configurações do navegador para este site.',
    'camera-missing': 'Use um aparelho com câmera, como um celular.',
    'camera-unsupported': 'Use outro navegador ou um celular.',
  },
  en: {
    'old-browser': 'Update your browser, or open the link in another one.',
    'service-unreachable': 'Check your connection and try again.',
    clock: 'Set the date and time of your device.',
    'in-app-browser': 'Open the link in your phone’s browser, outside this app.',
    'camera-denied': 'Allow the camera for this site in your browser’s settings.',
    'camera-missing': 'Use a device with a camera, such as a phone.',
    'camera-unsupported': 'Use another browser, or a phone.',
  },
  es: {
    'old-browser': 'Actualice el navegador o abra el enlace en otro.',
    'service-unreachable': 'Revise su conexión e intente de nuevo.',
    clock: 'Ajuste la fecha y la hora del dispositivo.',
    'in-app-browser': 'Abra el enlace en el navegador del teléfono, fuera de esta aplicación.',
    'camera-denied': 'Permita la cámara para este sitio en la configuración del navegador.',
    'camera-missing': 'Use un dispositivo con cámara, como un teléfono.',
    'camera-unsupported': 'Use otro navegador o un teléfono.',
  },
};

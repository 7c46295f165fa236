import { VERSION } from '../../src/version.ts';

const SERVED = '/manual/';

/** Where the manual is served: in the service at `/manual/`; set it for another host, such as `MANUAL_BASE=/`. */
export const manualBase = process.env['MANUAL_BASE'] ?? SERVED;

/** The service has the widget; another host gets a copy of it with the manual. */
export const isServedByService = manualBase === SERVED;

/** The script that the playground loads. */
export const widgetAddress = isServedByService
  ? `/sign-session/${VERSION}/sign-session.js`
  : `${manualBase}sign-session/sign-session.js`;

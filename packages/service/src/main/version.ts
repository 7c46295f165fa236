import packageManifest from '../../package.json' with { type: 'json' };

/** The version of the service and of the widget that it serves: `0.4.0`. */
export const VERSION: string = packageManifest.version;

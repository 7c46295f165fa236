/** This build's version: the folder that a service serves the same build's assets from is named by it. */
export const VERSION = '0.4.0';

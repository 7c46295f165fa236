/** The code that downloads documents, which is loaded beside the session. */
export const laterDocumentLoader = () => import('./document-loader.ts');

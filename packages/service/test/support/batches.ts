import { onePagePdf } from '../../../../test/support/small-pdf.ts';
import type { Answer, CreatedSession, TestService } from './test-service.ts';

/** The file that a batch of tests has under this title. */
export const batchFile = (title: string): Uint8Array => onePagePdf(title);

/** Members of a creation request that make it one over a batch. */
export function batchOf(titles: readonly string[]): Record<string, unknown> {
  const documents = titles.map(title => ({
    title,
    filename: `${title}.pdf`,
    content: Buffer.from(batchFile(title)).toString('base64'),
  }));
  return { document: undefined, documents };
}

/** The documents of a session, as their signer sees them or whoever this credential is of. */
export async function documentsOf(
  service: TestService,
  { sessionId, clientSecret }: CreatedSession,
  as = clientSecret,
): Promise<Answer['body'][]> {
  return (await service.call(`/v1/signing-sessions/${sessionId}/documents`, { as })).body.documents;
}

/** The acceptance of every document, with how much of the second was seen. */
export async function acceptAll(service: TestService, session: CreatedSession): Promise<Answer> {
  const documents = await documentsOf(service, session);
  const acceptedDocuments = documents.map(({ hash: documentHash, position }) => ({
    documentHash,
    ...(position === 2 && { documentView: { pagesViewed: 1, pages: 1 } }),
  }));
  return service.accept(session, { acceptedDocuments });
}

/** Waits until the session has ended. */
export async function untilEnded(service: TestService, session: CreatedSession): Promise<Answer['body']> {
  return untilView(service, session, view => view.status !== 'ACTIVE');
}

/** Waits until the session's view is so. */
export async function untilView(
  service: TestService,
  session: CreatedSession,
  isSo: (view: Answer['body']) => boolean,
): Promise<Answer['body']> {
  for (;;) {
    const view = await service.view(session);
    if (isSo(view)) return view;
    await new Promise(resolve => setTimeout(resolve, 10));
  }
}

import type { Database } from '../storage/database.ts';
import { LIST_PAGE, type DocumentStore } from './document-store.ts';

/** Stores documents as rows of a PostgreSQL server, for several instances. */
export function openTableStore(database: Database): DocumentStore {
  return {
    async write(documentId, bytes) {
      await database.query('INSERT INTO document_bytes (document_id, bytes) VALUES ($1, $2)', [
        documentId,
        bytes,
      ]);
    },
    async replace(documentId, bytes) {
      await database.query(
        `INSERT INTO document_bytes (document_id, bytes) VALUES ($1, $2)
         ON CONFLICT (document_id) DO UPDATE SET bytes = EXCLUDED.bytes, written_at = EXCLUDED.written_at`,
        [documentId, bytes],
      );
    },
    async read(documentId, range) {
      const part = range === undefined ? 'bytes' : 'substring(bytes FROM $2::int FOR $3::int) AS bytes';
      const bounds = range === undefined ? [] : [range.start + 1, range.end - range.start + 1];
      const [row] = await database.query<{ bytes: Uint8Array }>(
        `SELECT ${part} FROM document_bytes WHERE document_id = $1`,
        [documentId, ...bounds],
      );
      return row === undefined ? undefined : new Uint8Array(row.bytes);
    },
    async remove(documentId) {
      await database.query('DELETE FROM document_bytes WHERE document_id = $1', [documentId]);
    },
    async *listOlderThan(milliseconds) {
      for (let last: string | undefined = ''; last !== undefined;) {
        const rows: { document_id: string }[] = await database.query(
          `SELECT document_id FROM document_bytes
           WHERE document_id > $2 AND written_at <= now() - $1::int * interval '1 millisecond'
           ORDER BY document_id LIMIT ${LIST_PAGE}`,
          [milliseconds, last],
        );
        last = rows.at(-1)?.document_id;
        yield rows.map(row => row.document_id);
      }
    },
    async check() {
      await database.query('SELECT 1 FROM document_bytes LIMIT 1');
    },
  };
}

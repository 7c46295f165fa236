/**
 * The service as a process that asks signers for movements that a film shows: `ASKED_ACTIONS` names them in their
 * order, after CENTER and as many as the service draws.
 */
import path from 'node:path';
import { createLocalMode } from '../../packages/local/src/index.ts';
import { openFileStore } from '../../packages/service/src/documents/file-store.ts';
import { LIVENESS_ACTIONS } from '../../packages/service/src/domain/liveness-challenge.ts';
import { systemRandom, type Random } from '../../packages/service/src/domain/ids.ts';
import { openNodeServer } from '../../packages/service/src/main/node-server.ts';
import { readSettings } from '../../packages/service/src/main/run-settings.ts';
import { createService } from '../../packages/service/src/main/service.ts';
import { openDatabaseFolder } from '../../packages/service/src/storage/database-folder.ts';

const { host, port, publicUrl, dataFolder, pages, consoleFolder } = readSettings(process.env);
const server = await openNodeServer(host, port);
const database = await openDatabaseFolder(path.join(dataFolder, 'database'));
const service = await createService({
  local: createLocalMode({ consoleFolder }),
  database,
  documents: await openFileStore(path.join(dataFolder, 'documents')),
  publicUrl: publicUrl ?? server.address,
  random: drawing((process.env['ASKED_ACTIONS'] ?? '').split(',')),
  ...(pages && { pages }),
});
server.serve(service);
process.once('SIGTERM', () => process.exit());

/** Chance for everything but single bytes: by those the service draws one action after the other out of the rest. */
function drawing(actions: readonly string[]): Random {
  const pool: string[] = LIVENESS_ACTIONS.filter(action => action !== 'CENTER');
  const places = actions.map(action => {
    const place = pool.indexOf(action);
    pool.splice(place, 1);
    return place;
  });
  let drawn = 0;
  return length => {
    if (length !== 1) return systemRandom(length);
    drawn += 1;
    return Uint8Array.of(places[(drawn - 1) % places.length] ?? 0);
  };
}

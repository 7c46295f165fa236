/** The real service in the test's own process, whose chance asks signers for movements that a film shows. */
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import {
  LIVENESS_ACTIONS,
  type LivenessAction,
} from '../../demo/service/src/biometrics/liveness-challenge.ts';
import { openFileStore } from '../../demo/service/src/documents/file-store.ts';
import { systemRandom, type Random } from '../../demo/service/src/identifiers/random-ids.ts';
import { openNodeServer } from '../../demo/service/src/node-server.ts';
import { createService } from '../../demo/service/src/service.ts';
import { openEmbeddedDatabase } from '../../demo/service/src/storage/pglite.ts';
import { repositoryRoot } from './repository.ts';

export interface AskingService {
  /** Without a trailing slash. */
  readonly url: string;
  stop(): Promise<void>;
}

/** @param actions after CENTER, in their order: three, as the service draws them. */
export async function startAskingService(...actions: readonly LivenessAction[]): Promise<AskingService> {
  const server = await openNodeServer('127.0.0.1', 0);
  const folder = await mkdtemp(path.join(os.tmpdir(), 'sign-session-asking-'));
  const database = await openEmbeddedDatabase();
  const service = await createService({
    database,
    documents: await openFileStore(folder),
    publicUrl: server.address,
    random: drawing(actions),
    pages: {
      site: path.join(repositoryRoot, 'dist/pages'),
      widget: path.join(repositoryRoot, 'dist/script-tag'),
    },
  });
  server.serve(service);
  return {
    url: server.address,
    async stop() {
      await Promise.all([service.close(), server.close()]);
      await database.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Chance for everything but single bytes: by those the service draws one action after the other out of the rest. */
function drawing(actions: readonly LivenessAction[]): Random {
  const pool: LivenessAction[] = LIVENESS_ACTIONS.filter(action => action !== 'CENTER');
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

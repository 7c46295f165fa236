/**
 * The fake session of the testing kit and the real service go the same way: generated sequences of actions are played on
 * both, and after each of them both look the same.
 *
 *   SEQUENCES=1000 npm run test:node -- session-sequences     more of them
 *   SEQUENCE_SEED=1234 npm run test:node -- session-sequences  the one that has failed
 */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { isFullRun } from '../../../test/support/test-files.ts';
import { openTableStore } from '../src/storage/document-store.ts';
import { openSealer, type Sealer } from '../src/evidence/sealer.ts';
import { migrate } from '../src/storage/migrations.ts';
import { JOAO, MARIA, openHolderAuthority, type HolderAuthority } from './support/certificate-holders.ts';
import { Generator, type Move } from './support/sequences/moves.ts';
import { FakePlayer, Gate, ServicePlayer, type Holders, type Stage } from './support/sequences/players.ts';
import { openTestDatabase } from './support/test-database.ts';
import { openServiceOver, START } from './support/test-service.ts';

const { SEQUENCES: count = isFullRun ? '400' : '24', SEQUENCE_SEED: only } = process.env;
/** Those of every run, so that a change fails by what it changes. */
const SEEDS =
  only === undefined ? Array.from({ length: Number(count) }, (_, index) => index + 1) : [Number(only)];

const MOST_MOVES = 28;
/** What is tried at a session that has ended. */
const MOVES_AFTER_END = 3;

let stage: Stage;
let sealer: Sealer;
before(async () => {
  const { database, drop } = await openTestDatabase();
  await migrate(database);
  const authority = await openHolderAuthority();
  sealer = await openSealer(database, { now: () => START });
  const sealing = new Gate();
  const service = await openServiceOver(
    { database, documents: openTableStore(database), close: drop },
    {
      trust: authority.trust,
      sealer: {
        ...sealer,
        wrapPack: async (...given) => {
          await sealing.passed();
          return sealer.wrapPack(...given);
        },
        close: async () => undefined,
      },
    },
  );
  stage = { service, authority, holders: await holdersOf(authority), sealing };
});
after(async () => {
  stage.sealing.open();
  await stage.service.close();
  await sealer.close();
});

async function holdersOf(authority: HolderAuthority): Promise<Holders> {
  const issue = (changes = {}) => authority.issue({ ...MARIA, key: 'P-256', ...changes });
  const right = await issue();
  const revoked = await issue();
  authority.revoke(revoked);
  return {
    right,
    'certificate-other-holder': await issue(JOAO),
    'certificate-expired': await issue({ validity: [-30, -1] }),
    'certificate-not-yet-valid': await issue({ validity: [100, 300] }),
    'certificate-revoked': revoked,
    'certificate-too-weak': await issue({ key: 'RSA-1024' }),
    'certificate-not-for-signing': await issue({ purposes: ['1.3.6.1.5.5.7.3.1'] }),
    'revocation-unavailable': right,
  };
}

/** Plays the sequence of a seed on both. @throws Error with the seed, the moves and the difference, where they differ */
async function play(seed: number): Promise<void> {
  const generator = new Generator(seed);
  const { policy } = generator;
  const real = await ServicePlayer.open(stage, policy, seed);
  const fake = new FakePlayer(policy, stage.holders);
  const moves: Move[] = [];
  const compare = (ofFake: unknown, ofService: unknown): void => {
    try {
      assert.deepEqual(ofFake, ofService);
    } catch (error) {
      const played = moves.map(move => JSON.stringify(move)).join('\n');
      const told = `SEQUENCE_SEED=${seed}\n${JSON.stringify(policy)}\n${played}`;
      const { message: difference } = error instanceof Error ? error : { message: '' };
      throw new Error(`The fake session (+) and the service (-) differ after\n${told}\n${difference}`, {
        cause: error,
      });
    }
  };
  let look = await real.look();
  compare(await fake.look(), look);
  for (
    let left = MOVES_AFTER_END;
    left > 0 && moves.length < MOST_MOVES;
    left -= look.status === 'ACTIVE' ? 0 : 1
  ) {
    const move = generator.next(look, real.prepared);
    moves.push(move);
    compare(await fake.play(move), await real.play(move));
    look = await real.look();
    compare(await fake.look(), look);
  }
}

test(`${SEEDS.length} sequences of actions lead to the same at the fake session and at the service`, async () => {
  for (const seed of SEEDS) await play(seed);
});

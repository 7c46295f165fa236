import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { after, before, describe, test } from 'node:test';
import { openDatabaseServer } from '../../demo/service/src/storage/postgres.ts';

/** A message of the PostgreSQL protocol, version 3: type letter, length, content. */
function message(letter: string, content: Buffer): Buffer {
  const length = Buffer.alloc(4);
  length.writeInt32BE(content.length + 4);
  return Buffer.concat([Buffer.from(letter), length, content]);
}

const LOGGED_IN = message('R', Buffer.alloc(4));
const READY = message('Z', Buffer.from('I'));
const DONE = message('C', Buffer.from('BEGIN\0'));

const sockets: Socket[] = [];
/** Accepts every client and every statement. */
const server = createServer(socket => {
  sockets.push(socket);
  socket.on('error', () => undefined);
  socket.once('data', () => {
    socket.write(Buffer.concat([LOGGED_IN, READY]));
    socket.on('data', () => socket.write(Buffer.concat([DONE, READY])));
  });
});
before(() => once(server.listen(0, '127.0.0.1'), 'listening'));
after(() => server.close());

const addressInfo = (): AddressInfo => {
  const address = server.address();
  assert.ok(address !== null && typeof address === 'object');
  return address;
};

describe('a database server', () => {
  test('that cuts a connection in use fails its transaction and nothing else', async () => {
    const database = openDatabaseServer(`postgres://somebody@127.0.0.1:${addressInfo().port}/any`);
    const cut = database.transaction(async queries => {
      const socket = sockets.at(-1);
      assert.ok(socket);
      const closed = once(socket, 'close');
      socket.destroy();
      await closed;
      // The driver notices in a later turn of the event loop; nothing awaits the connection then.
      await new Promise(resolve => setImmediate(() => setImmediate(resolve)));
      await queries.query('SELECT 1');
    });
    await assert.rejects(cut);
    assert.deepEqual(await database.query('SELECT 1'), []);
    await database.close();
  });
});

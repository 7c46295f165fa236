import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { outlineJpeg } from '../../../test/support/small-jpeg.ts';
import { openTestService, type CreatedSession, type TestService } from './support/test-service.ts';

const DAY_S = 24 * 3600;

describe('pictures of a face, when the service is set to keep them for two days', () => {
  let service: TestService;

  before(async () => {
    service = await openTestService({ pictureRetentionDays: 2 });
    await service.call('/_local/biometrics', { method: 'PUT', json: { mode: 'LIVE' } });
  });
  after(() => service.close());

  /** A session that ended after one picture had been received. */
  async function leaveOnePicture(): Promise<CreatedSession> {
    const session = await service.create({ policy: { profile: 'BIOMETRIC' } });
    await service.accept(session);
    const { body } = await service.act(session, { action: 'start_liveness' });
    const url = body.liveness.uploadUrlTemplate.replace('{index}', '0');
    const headers = { Authorization: `Bearer ${session.clientSecret}`, 'Content-Type': 'image/jpeg' };
    const sent = await service.fetch(
      new Request(url, { method: 'PUT', headers, body: outlineJpeg(640, 480) }),
    );
    assert.equal(sent.status, 204);
    const cancelled = `/v1/signing-sessions/${session.sessionId}/cancel`;
    assert.equal((await service.call(cancelled, { as: session.clientSecret, json: {} })).status, 200);
    return session;
  }

  const passes = (seconds: number) => service.call('/_local/clock', { json: { advanceSeconds: seconds } });

  test('stay encrypted for that long after the session, and then only their hashes are kept', async () => {
    const { sessionId } = await leaveOnePicture();
    const kept = async () => {
      const [row] = await service.database.query<{ sealed: string | null; sha256: string }>(
        'SELECT sealed, sha256 FROM liveness_frames WHERE session_id = $1',
        [sessionId],
      );
      return row;
    };
    await passes(1.9 * DAY_S);
    const sealed = (await kept())?.sealed ?? '';
    assert.ok(sealed.length > 0);
    const picture = Buffer.from(outlineJpeg(640, 480)).toString('base64');
    assert.ok(!sealed.includes(picture.slice(0, 24)), 'nobody can look at it in the database');
    await passes(0.2 * DAY_S);
    const left = await kept();
    assert.equal(left?.sealed, null);
    assert.match(left.sha256, /^[0-9a-f]{64}$/);
  });
});

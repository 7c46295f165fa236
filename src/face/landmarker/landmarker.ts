/*
 * One script for two uses: in a worker it listens for messages; a page whose workers have no WebGL imports it and
 * calls the engine directly.
 */
import { TrackerError } from '../face-reading.ts';
import { FaceEngine, type LandmarkerParts } from './face-engine.ts';
import type { WorkerRequest } from '../../support/worker-channel.ts';
import { READY, type LandmarkerResult, type LandmarkerTask } from './landmarker-messages.ts';

export type { FaceEngine };

/** Creates the engine on this thread. @throws TrackerError */
export const openEngine = (parts: LandmarkerParts): Promise<FaceEngine> => FaceEngine.open(parts);

let engine: FaceEngine | undefined;

async function perform(task: LandmarkerTask): Promise<LandmarkerResult> {
  if (task.kind === 'open') {
    engine = await FaceEngine.open(task);
    return { kind: 'done' };
  }
  if (engine === undefined) throw new TrackerError('broken');
  switch (task.kind) {
    case 'track':
      return { kind: 'reading', reading: await engine.track(task.frame, task.at) };
    case 'keep':
      engine.keep();
      return { kind: 'done' };
    case 'picture':
      return { kind: 'picture', picture: await engine.picture(task.mostBytes) };
  }
}

async function answer({ number, task }: WorkerRequest<LandmarkerTask>): Promise<void> {
  const result = await perform(task).catch((error: unknown): LandmarkerResult => {
    // Other errors are the engine's; their messages may describe the picture.
    return { kind: 'problem', problem: error instanceof TrackerError ? error.problem : 'broken' };
  });
  postMessage({ number, result });
}

if (typeof document === 'undefined') {
  addEventListener('message', ({ data }: MessageEvent<WorkerRequest<LandmarkerTask>>) => void answer(data));
  postMessage(READY);
}

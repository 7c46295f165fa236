/** `npm run record:examples`: writes the examples of the OpenAPI document, as the service takes and answers them now. */
import { writeFile } from 'node:fs/promises';
import { recordEvents, recordOperations } from './record.ts';

const file = new URL('../../src/openapi/examples.json', import.meta.url);
const examples = { operations: await recordOperations(), events: await recordEvents() };
await writeFile(file, `${JSON.stringify(examples, null, 2)}\n`);

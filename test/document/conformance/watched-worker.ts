/**
 * A worker that tells which addresses it asks for, and is then the worker it was made for: its own address
 * carries that worker's as `?worker=`.
 */
import { REQUESTS_CHANNEL, tellRequests } from './requests.ts';

const channel = new BroadcastChannel(REQUESTS_CHANNEL);
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel is of one origin only
tellRequests(url => channel.postMessage(url));

await import(new URLSearchParams(location.search).get('worker') ?? '');

/** The console's entry. It wraps `fetch` before the widget can use it. */
import { setTransport } from './http/service-client.ts';
import { ActivityLog } from './log/activity-log.ts';
import { SimulatedNetwork } from './log/network.ts';
import { watched } from './log/watch-requests.ts';
import './qa-console.ts';

const log = new ActivityLog();
const network = new SimulatedNetwork();
const send = window.fetch.bind(window);
setTransport(watched(send, log, 'console'));
window.fetch = watched(network.through(send), log, 'widget');

const qaConsole = document.createElement('qa-console');
qaConsole.log = log;
qaConsole.network = network;
document.body.append(qaConsole);

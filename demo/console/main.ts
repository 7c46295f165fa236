/** The console's entry. It wraps `fetch` before there is a widget that could use it. */
import { ActivityLog } from './log/activity-log.ts';
import { watchRequests } from './log/watch-requests.ts';
import './qa-console.ts';

const log = new ActivityLog();
watchRequests(log);
const qaConsole = document.createElement('qa-console');
qaConsole.log = log;
document.body.append(qaConsole);

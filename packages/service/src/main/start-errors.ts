import { DatabaseAwayError, DatabaseReadOnlyError } from '../storage/database.ts';
import { FolderInUseError } from '../storage/folder-lock.ts';
import type { RunSettings } from './run-settings.ts';

/** A system error's code, also inside the AggregateError for a name with several addresses. */
function codeOf(error: unknown): string {
  if (error instanceof AggregateError) return error.errors.map(codeOf).find(code => code !== '') ?? '';
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}

function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const inner = error instanceof AggregateError ? error.errors.map(messageOf).join('; ') : '';
  return [error.message, inner].find(text => text !== '') ?? error.name;
}

/** The port that could not be listened on. */
const portOf = (error: unknown): unknown =>
  error instanceof Error && 'port' in error ? error.port : undefined;

/** Describes why the service cannot start, and what to do about it where that is known. */
export function describeStartError(error: unknown, settings: RunSettings | undefined): string {
  if (settings === undefined) return messageOf(error);
  const { host, port } = settings;
  if (error instanceof FolderInUseError) {
    return `${error.message} Stop it first, or choose another folder with --data or DATA_DIR.`;
  }
  if (error instanceof DatabaseReadOnlyError) {
    return 'The database server at DATABASE_URL takes no changes: it is a standby, or was told so.';
  }
  if (error instanceof DatabaseAwayError) {
    const { cause } = error;
    return `The database server at DATABASE_URL does not answer (${codeOf(cause)}): ${messageOf(cause)}.`;
  }
  switch (codeOf(error)) {
    case 'EADDRINUSE':
      if (settings.metrics?.port === portOf(error) && settings.metrics?.port !== port)
        return `Port ${settings.metrics?.port} is in use (EADDRINUSE): each instance on a machine needs a METRICS_PORT of its own.`;
      return (
        `Port ${port} of ${host} is in use (EADDRINUSE), perhaps by another start of this service. ` +
        `Stop it first, or choose another port: --port ${port + 1} or PORT=${port + 1}.`
      );
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return `HOST=${host} is no address of this machine (${codeOf(error)}).`;
    case 'EACCES':
      return `${messageOf(error)}: a port below 1024, or a file or folder that belongs to another user.`;
    default:
      return messageOf(error);
  }
}

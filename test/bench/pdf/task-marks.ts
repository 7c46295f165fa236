/** What bench-page.ts marks: the tasks from here, and up to there, are those that are measured. */
export const TASKS_FROM = 'tasks-from';
export const TASKS_TO = 'tasks-to';

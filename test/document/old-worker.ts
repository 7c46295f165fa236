/** A worker of an old browser, and then the one it was made for: its own address carries that one's as `?worker=`. */
import { deleteNewerBuiltIns } from './newer-built-ins.ts';

deleteNewerBuiltIns();

await import(new URLSearchParams(location.search).get('worker') ?? '');

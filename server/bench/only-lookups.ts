import { benchLookups } from './lookups.ts';

console.log(await benchLookups());

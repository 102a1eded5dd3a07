/** The parts of the sandbox that tests, benchmarks and the demo use. */

export { encodePng } from './encode-png.ts';
export { type Fault, type FaultKind, type PoisonKind, poisonKinds } from './faults/fault.ts';
export { firstDay } from './first-day.ts';
export { inboxPath } from './inbox/show-inbox.ts';
export { dblpPidOf } from './other-sources/dblp.ts';
export { openAlexAuthorIdOf } from './other-sources/openalex-author-id.ts';
export { orcidOf } from './other-sources/openalex-records.ts';
export type { CopyKind, Oddity, Publication } from './publication.ts';
export { between, pick, type Random, randomFrom } from './random.ts';
export { demoAccount, demoScholars } from './scholar.ts';
export { type Sandbox, startSandbox } from './start-sandbox.ts';
export { zoteroKey } from './zotero/zotero.ts';

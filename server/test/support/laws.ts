// A law is tried on 30 cases, and on 1,000 with CI_FULL, unless it says how many it needs.
// LAW_SEED repeats the cases of a run. fast-check prints the seed of a failed law:
// `LAW_SEED=-1245 npm test -- merge-laws`.
import fc from 'fast-check';

const { CI_FULL, LAW_SEED } = process.env;
fc.configureGlobal({
  numRuns: CI_FULL === undefined ? 30 : 1000,
  ...(LAW_SEED === undefined ? {} : { seed: Number(LAW_SEED) }),
});

// LAW_SEED repeats the cases of a run. fast-check prints the seed of a failed law: `LAW_SEED=-1245 npm test -- merge-laws`.
const { LAW_SEED } = process.env;
if (LAW_SEED !== undefined) {
  const { default: fc } = await import('fast-check');
  fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: Number(LAW_SEED) });
}
